#include "program.h"

#include <algorithm>
#include <unordered_map>

namespace cre {

Program::Program(const cre_program *program) {
  if (!program) return;
  classes_.assign(program->classes, program->classes + 256);
  next_.assign(program->next, program->next + program->count);
  first_ = program->first;
  last_ = program->last;
  make_table();
}

void Program::make_table() {
  const size_t max_states = accepted;
  std::vector<uint64_t> columns;
  for (size_t byte = 0; byte < 256; byte++) {
    const auto known = std::find(columns.begin(), columns.end(), classes_[byte]);
    columns_[byte] = static_cast<uint8_t>(known - columns.begin());
    if (known == columns.end()) columns.push_back(classes_[byte]);
  }
  width_ = columns.size();
  std::vector<uint64_t> states = {first_};
  std::unordered_map<uint64_t, uint8_t> known_states = {{first_, 0}};
  std::vector<uint8_t> table;
  for (size_t state = 0; state < states.size(); state++) {
    for (const uint64_t column : columns) {
      const uint64_t places = states[state] & column;
      if (places == 0 || places & last_) {
        table.push_back(places ? accepted : refused);
        continue;
      }
      const uint64_t next = after(places);
      const auto known = known_states.find(next);
      if (known != known_states.end()) {
        table.push_back(known->second);
        continue;
      }
      if (states.size() == max_states) return;
      const uint8_t number = static_cast<uint8_t>(states.size());
      known_states.emplace(next, number);
      table.push_back(number);
      states.push_back(next);
    }
  }
  table_ = std::move(table);
}

}  // namespace cre
