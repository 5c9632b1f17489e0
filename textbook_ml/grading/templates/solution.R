@OPENING@

@FUNCTIONS@

# The rest of the file reads calls and writes answers. You need not change it.
# A line {"call": "f", "args": [1, 2]} is answered with {"value": 3}. A list of numbers arrives as
# a numeric vector, a list of rows as a list of vectors, and an object as a named list.

names_of_functions <- c(@QUOTED@)

read_json <- function(text) {
  tokens <- regmatches(text, gregexpr(
    '"([^"\\\\]|\\\\.)*"|[][{},:]|[-+0-9.eE]+|true|false|null', text, perl = TRUE))[[1]]
  at <- 0L
  value <- function() {
    at <<- at + 1L
    token <- tokens[at]
    if (token == "[") {
      items <- list()
      while (tokens[at + 1L] != "]") {
        items[length(items) + 1L] <- list(value())
        if (tokens[at + 1L] == ",") at <<- at + 1L
      }
      at <<- at + 1L
      return(simplified(items))
    }
    if (token == "{") {
      items <- list()
      while (tokens[at + 1L] != "}") {
        key <- value()
        at <<- at + 1L
        items[key] <- list(value())
        if (tokens[at + 1L] == ",") at <<- at + 1L
      }
      at <<- at + 1L
      return(items)
    }
    if (token == "true") return(TRUE)
    if (token == "false") return(FALSE)
    if (token == "null") return(NULL)
    if (substr(token, 1, 1) != '"') return(as.numeric(token))
    word <- text_of(substr(token, 2, nchar(token) - 1))
    switch(word, "NaN" = NaN, "Infinity" = Inf, "-Infinity" = -Inf, word)
  }
  value()
}

text_of <- function(escaped) {
  parts <- regmatches(escaped, gregexpr("\\\\u[0-9a-fA-F]{4}|\\\\.|[^\\\\]+", escaped))[[1]]
  plain <- vapply(parts, function(part) {
    if (substr(part, 1, 1) != "\\") return(part)
    if (substr(part, 2, 2) == "u") return(intToUtf8(strtoi(substr(part, 3, 6), 16L)))
    switch(substr(part, 2, 2), n = "\n", t = "\t", r = "\r", b = "\b", f = "\f", substr(part, 2, 2))
  }, "")
  paste(plain, collapse = "")
}

simplified <- function(items) {
  one <- function(test) length(items) > 0 && all(vapply(items, function(x) test(x) && length(x) == 1, NA))
  atom <- function(x) is.atomic(x) && is.null(attr(x, "listed"))
  if (one(function(x) is.numeric(x) && atom(x)) || one(function(x) is.character(x) && atom(x)) ||
      one(function(x) is.logical(x) && atom(x))) {
    vector <- unlist(items)
    attr(vector, "listed") <- TRUE
    return(vector)
  }
  items
}

unmarked <- function(x) {
  if (is.list(x)) return(lapply(x, unmarked))
  attr(x, "listed") <- NULL
  x
}

write_json <- function(x) {
  if (is.null(x)) return("null")
  if (is.factor(x)) x <- as.character(x)
  if (is.matrix(x)) return(write_json(lapply(seq_len(nrow(x)), function(i) as.list(x[i, ]))))
  if (!is.null(names(x))) {
    pairs <- vapply(names(x), function(key) paste0(quoted(key), ":", write_json(x[[key]])), "")
    return(paste0("{", paste(pairs, collapse = ","), "}"))
  }
  if (is.list(x) || length(x) != 1) {
    return(paste0("[", paste(vapply(as.list(x), write_json, ""), collapse = ","), "]"))
  }
  if (is.logical(x)) return(if (is.na(x)) "null" else if (x) "true" else "false")
  if (is.character(x)) return(quoted(x))
  if (is.nan(x) || is.na(x)) return('"NaN"')
  if (is.infinite(x)) return(if (x > 0) '"Infinity"' else '"-Infinity"')
  sprintf("%.17g", x)
}

quoted <- function(x) {
  x <- gsub('(["\\\\])', "\\\\\\1", x)
  paste0('"', gsub("\n", "\\n", gsub("\t", "\\t", x, fixed = TRUE), fixed = TRUE), '"')
}

answer <- function(line) {
  tryCatch({
    request <- read_json(line)
    if (!(request$call %in% names_of_functions)) stop("unknown function ", request$call)
    args <- lapply(request$args, unmarked)
    printed <- utils::capture.output(value <- do.call(request$call, unname(as.list(args))))
    if (length(printed)) message(paste(printed, collapse = "\n"))
    paste0('{"value":', write_json(value), "}")
  }, error = function(error) {
    words <- conditionMessage(error)
    type <- if (words == "not written yet") "NotImplementedError" else "error"
    paste0('{"error":', quoted(words), ',"type":', quoted(type), "}")
  })
}

lines <- file("stdin", "r")
while (length(line <- readLines(lines, 1)) > 0) {
  cat(answer(line), "\n", sep = "")
  flush(stdout())
}
