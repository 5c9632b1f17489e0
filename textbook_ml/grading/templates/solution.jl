@OPENING@

@FUNCTIONS@

# The rest of the file reads calls and writes answers. You need not change it.
# A line {"call": "f", "args": [1, 2]} is answered with {"value": 3}. A list of numbers arrives as
# a Vector{Float64}, a list of rows as a vector of vectors, and an object as a Dict.

module Protocol

const SPECIAL = Dict("NaN" => NaN, "Infinity" => Inf, "-Infinity" => -Inf)

mutable struct Reader
    letters::Vector{Char}
    at::Int
end

function next(r::Reader)
    while r.at <= length(r.letters) && isspace(r.letters[r.at])
        r.at += 1
    end
    r.at <= length(r.letters) || error("the line ends too early")
    return r.letters[r.at]
end

function take(r::Reader, c::Char)
    next(r) == c && (r.at += 1)
    return nothing
end

function value(r::Reader)
    c = next(r)
    if c == '"'
        text = string_of(r)
        return get(SPECIAL, text, text)
    elseif c == '['
        items = Any[]
        take(r, '[')
        while next(r) != ']'
            push!(items, value(r))
            take(r, ',')
        end
        take(r, ']')
        return isempty(items) ? Float64[] : [item for item in items]
    elseif c == '{'
        found = Dict{String,Any}()
        take(r, '{')
        while next(r) != '}'
            next(r)
            key = string_of(r)
            take(r, ':')
            found[key] = value(r)
            take(r, ',')
        end
        take(r, '}')
        return found
    end
    start = r.at
    while r.at <= length(r.letters) && !(r.letters[r.at] in (',', ']', '}', ' '))
        r.at += 1
    end
    word = String(r.letters[start:(r.at - 1)])
    word == "null" && return nothing
    word in ("true", "false") && return word == "true"
    return parse(Float64, word)
end

function string_of(r::Reader)
    found = Char[]
    r.at += 1
    while r.letters[r.at] != '"'
        c = r.letters[r.at]
        if c == '\\'
            r.at += 1
            c = r.letters[r.at]
            if c == 'u'
                c = Char(parse(UInt32, String(r.letters[(r.at + 1):(r.at + 4)]); base = 16))
                r.at += 4
            else
                c = get(Dict('n' => '\n', 't' => '\t', 'r' => '\r', 'b' => '\b', 'f' => '\f'), c, c)
            end
        end
        push!(found, c)
        r.at += 1
    end
    r.at += 1
    return String(found)
end

json(x::Nothing) = "null"
json(x::Bool) = x ? "true" : "false"
json(x::Integer) = string(x)
json(x::Real) = json(float(x))
function json(x::AbstractFloat)
    isnan(x) && return "\"NaN\""
    isinf(x) && return x > 0 ? "\"Infinity\"" : "\"-Infinity\""
    return string(Float64(x))
end
json(x::Symbol) = json(String(x))
function json(x::AbstractString)
    escaped = replace(x, "\\" => "\\\\")
    escaped = replace(replace(escaped, "\"" => "\\\""), "\n" => "\\n")
    return "\"" * escaped * "\""
end
json(x::AbstractMatrix) = json([x[i, :] for i in 1:size(x, 1)])
json(x::Union{AbstractVector,Tuple,AbstractSet}) = "[" * join(map(json, collect(x)), ",") * "]"
function json(x::AbstractDict)
    pairs = [json(string(key)) * ":" * json(item) for (key, item) in x]
    return "{" * join(pairs, ",") * "}"
end

end

const FUNCTIONS = Dict{String,Function}(@TABLE@)

function answer(line)
    try
        request = Protocol.value(Protocol.Reader(collect(line), 1))
        haskey(FUNCTIONS, request["call"]) || error("unknown function " * request["call"])
        found = FUNCTIONS[request["call"]](request["args"]...)
        return "{\"value\":" * Protocol.json(found) * "}"
    catch failure
        words = failure isa ErrorException ? failure.msg : sprint(showerror, failure)
        kind = words == "not written yet" ? "NotImplementedError" : string(nameof(typeof(failure)))
        return "{\"error\":" * Protocol.json(words) * ",\"type\":" * Protocol.json(kind) * "}"
    end
end

# Standard output is only for answers: write other messages with println(stderr, …).
for line in eachline(stdin)
    println(stdout, answer(line))
    flush(stdout)
end
