internal import Shell

@main
struct Searchbench {
  static func main() {
    EntryPoint.exit(EntryPoint.run(EntryPoint.arguments(CommandLine.arguments)))
  }
}
