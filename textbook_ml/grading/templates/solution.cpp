@OPENING@
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

struct NotWritten {};

struct Json {  // a value of any type
  enum Kind { Null, Bool, Number, Text, List, Object } kind = Null;
  bool truth = false;
  double number = 0;
  std::string text;
  std::vector<Json> items;
  std::map<std::string, Json> members;

  Json() {}
  Json(double x) : kind(Number), number(x) {}
  Json(const std::string& x) : kind(Text), text(x) {}
  template <class T> Json(const std::vector<T>& xs) : kind(List) {
    for (const T& x : xs) items.push_back(Json(x));
  }
  template <class T> Json(const std::map<std::string, T>& xs) : kind(Object) {
    for (const auto& [key, x] : xs) members[key] = Json(x);
  }
};

@FUNCTIONS@

// The rest of the file reads calls and writes answers. You need not change it.
// A line {"call": "f", "args": [1, 2]} is answered with {"value": 3}.

namespace protocol {

struct Reader {
  const std::string& text;
  size_t at = 0;

  char next() {
    while (at < text.size() && std::isspace((unsigned char)text[at])) at++;
    if (at >= text.size()) throw std::runtime_error("the line ends too early");
    return text[at];
  }
  bool take(char c) { return next() == c ? (at++, true) : false; }
  void need(char c) {
    if (!take(c)) throw std::runtime_error(std::string("expected ") + c);
  }
  bool word(const char* w) {
    size_t n = std::string(w).size();
    return text.compare(at, n, w) == 0 ? (at += n, true) : false;
  }
  std::string string() {
    std::string found;
    need('"');
    while (at < text.size() && text[at] != '"') {
      char c = text[at++];
      if (c == '\\') {
        c = text[at++];
        if (c == 'u') {
          unsigned code = std::stoul(text.substr(at, 4), nullptr, 16);
          at += 4;
          if (code < 0x80) found += char(code);
          else if (code < 0x800) { found += char(0xC0 | code >> 6); found += char(0x80 | (code & 63)); }
          else { found += char(0xE0 | code >> 12); found += char(0x80 | (code >> 6 & 63)); found += char(0x80 | (code & 63)); }
          continue;
        }
        c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c == 'b' ? '\b' : c == 'f' ? '\f' : c;
      }
      found += c;
    }
    need('"');
    return found;
  }
  Json value() {
    Json found;
    char c = next();
    if (c == '"') {
      found.kind = Json::Text;
      found.text = string();
    } else if (c == '[') {
      found.kind = Json::List;
      for (need('['); next() != ']'; take(',')) found.items.push_back(value());
      need(']');
    } else if (c == '{') {
      found.kind = Json::Object;
      for (need('{'); next() != '}'; take(',')) {
        std::string key = (next(), string());
        need(':');
        found.members[key] = value();
      }
      need('}');
    } else if (word("true")) {
      found.kind = Json::Bool;
      found.truth = true;
    } else if (word("false")) {
      found.kind = Json::Bool;
    } else if (!word("null")) {
      size_t length = 0;
      found.kind = Json::Number;
      found.number = std::stod(text.substr(at), &length);
      at += length;
    }
    return found;
  }
};

inline void from(const Json& j, Json& x) { x = j; }
inline void from(const Json& j, bool& x) { x = j.kind == Json::Bool ? j.truth : j.number != 0; }
inline void from(const Json& j, std::string& x) { x = j.text; }
inline void from(const Json& j, double& x) {
  x = j.kind == Json::Bool ? j.truth : j.number;
  if (j.kind == Json::Text) x = j.text == "NaN" ? NAN : j.text == "Infinity" ? INFINITY : -INFINITY;
}
inline void from(const Json& j, long& x) { double y; from(j, y); x = (long)y; }
inline void from(const Json& j, int& x) { double y; from(j, y); x = (int)y; }
template <class T> void from(const Json& j, std::vector<T>& x) {
  for (const Json& item : j.items) { T one{}; from(item, one); x.push_back(one); }
}
template <class T> void from(const Json& j, std::map<std::string, T>& x) {
  for (const auto& [key, item] : j.members) from(item, x[key]);
}

inline std::string to(bool x) { return x ? "true" : "false"; }
inline std::string to(long x) { return std::to_string(x); }
inline std::string to(int x) { return std::to_string(x); }
inline std::string to(size_t x) { return std::to_string(x); }
inline std::string to(double x) {
  if (std::isnan(x)) return "\"NaN\"";
  if (std::isinf(x)) return x > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}
inline std::string to(const std::string& x) {
  std::string found = "\"";
  for (char c : x) {
    char code[8];
    std::snprintf(code, sizeof code, "\\u%04x", (unsigned char)c);
    if (c == '"' || c == '\\') found += std::string("\\") + c;
    else found += (unsigned char)c < 32 ? std::string(code) : std::string(1, c);
  }
  return found + "\"";
}
std::string to(const Json& x);
template <class T> std::string to(const std::map<std::string, T>& x);
template <class T> std::string to(const std::vector<T>& x) {
  std::string found;
  for (const T& item : x) found += (found.empty() ? "" : ",") + to(item);
  return "[" + found + "]";
}
template <class T> std::string to(const std::map<std::string, T>& x) {
  std::string found;
  for (const auto& [key, item] : x) found += (found.empty() ? "" : ",") + to(key) + ":" + to(item);
  return "{" + found + "}";
}
inline std::string to(const Json& x) {
  switch (x.kind) {
    case Json::Bool: return to(x.truth);
    case Json::Number: return to(x.number);
    case Json::Text: return to(x.text);
    case Json::List: return to(x.items);
    case Json::Object: return to(x.members);
    default: return "null";
  }
}

using Called = std::function<std::string(const std::vector<Json>&)>;
template <class R, class... A> Called called(R (*f)(A...)) {
  return [f](const std::vector<Json>& args) {
    if (args.size() != sizeof...(A)) throw std::runtime_error("wrong number of arguments");
    std::tuple<std::decay_t<A>...> given;
    size_t place = 0;
    std::apply([&](auto&... one) { (from(args[place++], one), ...); }, given);
    return to(std::apply(f, given));
  };
}

}  // namespace protocol

int main() {
  std::map<std::string, protocol::Called> functions;
@TABLE@
  std::streambuf* answers = std::cout.rdbuf();
  std::ostream out(answers);
  std::cout.rdbuf(std::cerr.rdbuf());  // standard output is only for answers
  for (std::string line; std::getline(std::cin, line);) {
    std::string reply, kind = "runtime_error";
    try {
      Json request = protocol::Reader{line}.value();
      const std::string name = request.members["call"].text;
      if (!functions.count(name)) throw std::runtime_error("unknown function " + name);
      reply = "{\"value\":" + functions[name](request.members["args"].items) + "}";
    } catch (const NotWritten&) {
      reply = "{\"error\":\"not written yet\",\"type\":\"NotImplementedError\"}";
    } catch (const std::exception& error) {
      reply = "{\"error\":" + protocol::to(std::string(error.what())) + "}";
    }
    out << reply << std::endl;
  }
}
