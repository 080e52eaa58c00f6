internal import System
internal import Terminal

/// Messages about problems with the history file.
enum HistoryText {
  static func sentence(_ problem: History.Problem) -> String {
    switch problem {
    case .foreignFile(let path):
      "\(path) was written by another program: lines are kept for this session only "
        + "(SEARCHBENCH_HISTORY=FILE chooses another file)"
    case .unusable(let path, let error):
      "\(path) cannot be used (\(error.message)): lines are kept for this session only "
        + "(SEARCHBENCH_HISTORY=FILE chooses another file)"
    }
  }
}
