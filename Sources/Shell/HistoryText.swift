internal import System
internal import Terminal

/// The words for what is wrong with a history.
enum HistoryText {
  static func sentence(_ problem: History.Problem) -> String {
    switch problem {
    case .foreignFile(let path):
      "\(path) was written by another program: lines are kept for this session only "
        + "(SEARCHBENCH_HISTORY=FILE names another)"
    case .unusable(let path, let error):
      "\(path) cannot be used (\(error.message)): lines are kept for this session only "
        + "(SEARCHBENCH_HISTORY=FILE names another)"
    }
  }
}
