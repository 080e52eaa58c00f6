// A pattern for RE2 that is checked immediately, but compiled only when it is first needed.
#ifndef CREGEX_LAZY_H
#define CREGEX_LAZY_H

#include <re2/re2.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

namespace cre {

// Most searches need only the automaton in automaton.h, and RE2 takes milliseconds to compile a
// pattern of thousands of words. Only a pattern that may be too large is compiled immediately, so
// that the error is reported immediately.
class LazyRE2 {
 public:
  LazyRE2(re2::StringPiece pattern, const RE2::Options &options);

  // The compiled pattern; can be called on any thread.
  const RE2 &get() const {
    const RE2 *known = known_.load(std::memory_order_acquire);
    return known ? *known : compiled();
  }

  RE2::ErrorCode error_code() const { return error_code_; }
  // The error message, which consists of the problem, a colon and the fragment.
  const std::string &error() const { return error_; }
  const std::string &fragment() const { return fragment_; }

  // Whether the pattern has been compiled.
  bool is_compiled() const { return known_.load(std::memory_order_acquire) != nullptr; }

 private:
  const RE2 &compiled() const;
  void note(const RE2 &checked);

  const std::string text_;
  const RE2::Options options_;
  RE2::ErrorCode error_code_ = RE2::NoError;
  std::string error_, fragment_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<const RE2> owner_;
  mutable std::atomic<const RE2 *> known_{nullptr};
};

// An upper bound on the number of instructions of a compiled pattern; SIZE_MAX if the pattern has
// counted repetitions.
size_t max_instructions(re2::StringPiece pattern, bool is_utf8, bool is_caseless);

}  // namespace cre

#endif
