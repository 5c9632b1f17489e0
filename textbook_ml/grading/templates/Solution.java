@OPENING@
import java.io.*;
import java.lang.reflect.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class Solution {

@FUNCTIONS@

    // The rest of the file reads calls and writes answers. You need not change it.
    // A line {"call": "f", "args": [1, 2]} is answered with {"value": 3}.

    static final String NAMES = "@NAMES@";

    public static void main(String[] arguments) throws IOException {
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err); // standard output is only for answers
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            answers.println(answer(line));
        }
    }

    static String answer(String line) {
        Throwable failure;
        try {
            Map<?, ?> request = (Map<?, ?>) new Reader(line).value();
            List<?> args = (List<?>) request.get("args");
            for (Method method : Solution.class.getDeclaredMethods()) {
                boolean asked = method.getName().equals(request.get("call"));
                if (asked && Arrays.asList(NAMES.split(", ")).contains(method.getName())) {
                    Type[] types = method.getGenericParameterTypes();
                    if (types.length != args.size()) {
                        throw new IllegalArgumentException("wrong number of arguments");
                    }
                    Object[] given = new Object[types.length];
                    for (int i = 0; i < given.length; i++) given[i] = as(types[i], args.get(i));
                    return "{\"value\":" + text(method.invoke(null, given)) + "}";
                }
            }
            throw new NoSuchMethodException("unknown function " + request.get("call"));
        } catch (InvocationTargetException error) {
            failure = error.getCause();
        } catch (Exception error) {
            failure = error;
        }
        boolean empty = failure instanceof UnsupportedOperationException
            && "not written yet".equals(failure.getMessage());
        String type = empty ? "NotImplementedError" : failure.getClass().getSimpleName();
        String words = String.valueOf(failure.getMessage());
        return "{\"error\":" + text(words) + ",\"type\":" + text(type) + "}";
    }

    static Object as(Type type, Object value) {
        if (type instanceof ParameterizedType) {
            Type[] inner = ((ParameterizedType) type).getActualTypeArguments();
            Type whole = ((ParameterizedType) type).getRawType();
            if (whole == Map.class) {
                Map<String, Object> found = new LinkedHashMap<>();
                for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                    found.put((String) entry.getKey(), as(inner[1], entry.getValue()));
                }
                return found;
            }
            List<Object> found = new ArrayList<>();
            for (Object item : (List<?>) value) found.add(as(inner[0], item));
            return found;
        }
        Class<?> kind = (Class<?>) type;
        if (kind.isArray()) {
            List<?> items = (List<?>) value;
            Object found = Array.newInstance(kind.getComponentType(), items.size());
            for (int i = 0; i < items.size(); i++) {
                Array.set(found, i, as(kind.getComponentType(), items.get(i)));
            }
            return found;
        }
        if (kind == double.class || kind == Double.class) {
            if (value instanceof String) return Double.valueOf((String) value);
            return value instanceof Boolean ? ((Boolean) value ? 1.0 : 0.0) : (Double) value;
        }
        if (kind == long.class || kind == Long.class) return ((Double) value).longValue();
        if (kind == int.class || kind == Integer.class) return ((Double) value).intValue();
        return value;
    }

    static String text(Object value) {
        if (value == null || value instanceof Boolean) return String.valueOf(value);
        if (value instanceof Number) {
            double x = ((Number) value).doubleValue();
            return Double.isFinite(x) ? value.toString() : "\"" + value + "\"";
        }
        if (value instanceof Map) {
            StringJoiner found = new StringJoiner(",", "{", "}");
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                found.add(text(String.valueOf(entry.getKey())) + ":" + text(entry.getValue()));
            }
            return found.toString();
        }
        StringJoiner items = new StringJoiner(",", "[", "]");
        if (value.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(value); i++) items.add(text(Array.get(value, i)));
            return items.toString();
        }
        if (value instanceof Collection) {
            for (Object item : (Collection<?>) value) items.add(text(item));
            return items.toString();
        }
        StringBuilder found = new StringBuilder("\"");
        for (char c : value.toString().toCharArray()) {
            if (c < 32 || c > 126 || c == '"' || c == '\\') found.append(String.format("\\u%04x", (int) c));
            else found.append(c);
        }
        return found.append('"').toString();
    }

    static class Reader {
        final String text;
        int at = 0;

        Reader(String text) {
            this.text = text;
        }

        char next() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
            if (at >= text.length()) throw new IllegalArgumentException("the line ends too early");
            return text.charAt(at);
        }

        void take(char c) {
            if (next() == c) at++;
        }

        Object value() {
            char c = next();
            if (c == '"') return string();
            if (c == '[') {
                List<Object> found = new ArrayList<>();
                for (take('['); next() != ']'; take(',')) found.add(value());
                take(']');
                return found;
            }
            if (c == '{') {
                Map<String, Object> found = new LinkedHashMap<>();
                for (take('{'); next() != '}'; take(',')) {
                    next();
                    String key = string();
                    take(':');
                    found.put(key, value());
                }
                take('}');
                return found;
            }
            int start = at;
            while (at < text.length() && ",]} ".indexOf(text.charAt(at)) < 0) at++;
            String word = text.substring(start, at);
            if (word.equals("null")) return null;
            if (word.equals("true") || word.equals("false")) return word.equals("true");
            return Double.valueOf(word);
        }

        String string() {
            StringBuilder found = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                char c = text.charAt(at);
                if (c == '\\') {
                    c = text.charAt(++at);
                    if (c == 'u') {
                        c = (char) Integer.parseInt(text.substring(at + 1, at + 5), 16);
                        at += 4;
                    } else {
                        int place = "nrtbf".indexOf(c);
                        c = place < 0 ? c : "\n\r\t\b\f".charAt(place);
                    }
                }
                found.append(c);
            }
            at++;
            return found.toString();
        }
    }
}
