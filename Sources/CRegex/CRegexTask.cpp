#include "CRegex.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace {

std::atomic<int> abandoned_scans{0};

// The state that the thread and the caller share. When both have dropped this state, the owner is
// released.
struct Scan {
  std::mutex mutex;
  std::condition_variable ended;
  bool has_ended = false;
  bool is_dropped = false;
  size_t found = 0;
  uint64_t hits = 0;
  std::vector<uint8_t> scope;
  void *owner;
  void (*release)(void *);

  ~Scan() { release(owner); }
};

void run_scan(std::shared_ptr<Scan> scan, const cre_pattern *pattern, cre_run run, bool is_whole) {
  uint32_t record = 0;
  uint64_t hits = 0;
  size_t next = 0;
  const size_t base = run.starts[run.first];
  if (is_whole) is_whole = !cre_needs_parts(pattern, run.text + base, run.starts[run.end] - base);
  const size_t found = is_whole ? cre_scan_whole(pattern, &run, &record, 1, &hits, &next)
                                : cre_scan_parts(pattern, &run, &record, 1, &hits, &next);
  const std::lock_guard<std::mutex> lock(scan->mutex);
  scan->found = found;
  scan->hits = hits;
  scan->has_ended = true;
  if (scan->is_dropped) abandoned_scans--;
  scan->ended.notify_all();
}

}  // namespace

struct cre_task {
  std::shared_ptr<Scan> scan;
};

extern "C" {

cre_task *cre_task_start(const cre_pattern *pattern, const cre_run *run, int is_whole, void *owner,
                         void (*release)(void *)) {
  auto scan = std::make_shared<Scan>();
  scan->owner = owner;
  scan->release = release;
  cre_run copy = *run;
  if (run->scope) {
    scan->scope.assign(run->scope, run->scope + run->field_count);
    copy.scope = scan->scope.data();
  }
  try {
    std::thread(run_scan, scan, pattern, copy, is_whole != 0).detach();
  } catch (const std::system_error &) {
    return nullptr;
  }
  return new cre_task{std::move(scan)};
}

int cre_task_wait(cre_task *task, int milliseconds, size_t *found, uint64_t *hits) {
  std::unique_lock<std::mutex> lock(task->scan->mutex);
  task->scan->ended.wait_for(lock, std::chrono::milliseconds(milliseconds),
                             [task] { return task->scan->has_ended; });
  *found = task->scan->found;
  *hits = task->scan->hits;
  return task->scan->has_ended;
}

void cre_task_drop(cre_task *task) {
  {
    const std::lock_guard<std::mutex> lock(task->scan->mutex);
    task->scan->is_dropped = true;
    if (!task->scan->has_ended) abandoned_scans++;
  }
  delete task;
}

int cre_abandoned_scans(void) { return abandoned_scans; }
}
