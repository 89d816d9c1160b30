/* The innermost loops of setting and writing text, of writing paths, and of digests. Each function does the same as a
 * Python function, which explains it: see _fast.pyi. If the package was installed without a compiler, those are used.
 */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---------------------------------------------------------------- text that grows */

typedef struct {
    char *start;
    Py_ssize_t used, room;
} Text;

static int reserve(Text *text, Py_ssize_t more) {
    if (text->room - text->used >= more) return 0;
    Py_ssize_t room = 2 * text->room + more + 256;
    char *start = PyMem_Realloc(text->start, (size_t)room);
    if (start == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    text->start = start;
    text->room = room;
    return 0;
}

static int put_text(Text *text, const char *more, Py_ssize_t length) {
    if (reserve(text, length)) return -1;
    memcpy(text->start + text->used, more, (size_t)length);
    text->used += length;
    return 0;
}

static PyObject *finished(Text *text, int failed) {
    PyObject *result = failed ? NULL : PyUnicode_FromStringAndSize(text->start, text->used);
    PyMem_Free(text->start);
    return result;
}

/* ---------------------------------------------------------------- numbers */

/* Numbers with more decimals than MOST_PLACES are written by exact arithmetic. */
enum { MOST_PLACES = 12, WIDEST_NUMBER = 400 };

static const double POWERS[MOST_PLACES + 1] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12};

/* Write a number as Python's "%.*f" does, with at least WIDEST_NUMBER bytes of room. With `strip`, trailing zeros are
 * left out, as is a point at the end. Zero has no sign. Return 0, or -1 with an exception.
 */
static int put_number(Text *text, double value, int places, int strip) {
    char *out = text->start + text->used;
    double scaled = places <= MOST_PLACES ? fabs(value) * POWERS[places] : INFINITY;
    if (!(scaled < 1e15)) {
        if (!isfinite(value)) {
            PyObject *number = PyFloat_FromDouble(value);
            if (number != NULL) PyErr_Format(PyExc_ValueError, "%S cannot be drawn", number);
            Py_XDECREF(number);
            return -1;
        }
    } else {
        double whole = floor(scaled), rest = scaled - whole;
        if (fabs(rest - 0.5) > scaled * 1e-15 + 1e-12) { /* else only exact arithmetic knows how to round it */
            uint64_t digits = (uint64_t)whole + (rest > 0.5);
            int left = places;
            if (strip)
                while (left && digits % 10 == 0) digits /= 10, left--;
            char reversed[32];
            int length = 0;
            for (int i = 0; i < left; i++, digits /= 10) reversed[length++] = (char)('0' + digits % 10);
            if (left) reversed[length++] = '.';
            int is_zero = digits == 0;
            do reversed[length++] = (char)('0' + digits % 10), digits /= 10;
            while (digits);
            for (int i = 0; is_zero && i < length; i++) is_zero = reversed[i] == '0' || reversed[i] == '.';
            if (value < 0 && !is_zero) reversed[length++] = '-';
            for (int i = length; i-- > 0;) *out++ = reversed[i];
            text->used = out - text->start;
            return 0;
        }
    }
    char *written = PyOS_double_to_string(value, 'f', places, 0, NULL);
    if (written == NULL) return -1;
    size_t length = strlen(written);
    if (strip && places) {
        while (written[length - 1] == '0') length--;
        if (written[length - 1] == '.') length--;
    }
    size_t zeros = strspn(written, "-0.");
    int signed_zero = written[0] == '-' && zeros >= length;
    int failed = put_text(text, written + signed_zero, (Py_ssize_t)length - signed_zero);
    PyMem_Free(written);
    return failed;
}

static PyObject *write_run(PyObject *self, PyObject *args) {
    PyObject *text, *face, *advances;
    double places[3];
    if (!PyArg_ParseTuple(args, "UUdddO!", &text, &face, &places[0], &places[1], &places[2], &PyTuple_Type, &advances))
        return NULL;
    Py_ssize_t length, face_length, count = PyTuple_Size(advances);
    const char *letters = PyUnicode_AsUTF8AndSize(text, &length);
    const char *name = letters == NULL ? NULL : PyUnicode_AsUTF8AndSize(face, &face_length);
    if (name == NULL) { /* half of a character beyond 16 bits */
        if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) return NULL;
        PyErr_Clear();
        Py_RETURN_NONE;
    }
    char head[32];
    int head_length = PyOS_snprintf(head, sizeof head, "run %zd:", PyUnicode_GetLength(text));
    Text out = {NULL, 0, 0};
    int failed = reserve(&out, length + face_length + 12 * count + 64 + WIDEST_NUMBER) || put_text(&out, head, head_length) ||
                 put_text(&out, letters, length) || put_text(&out, " ", 1) || put_text(&out, name, face_length);
    for (int i = 0; i < 3 && !failed; i++)
        failed = reserve(&out, 1 + WIDEST_NUMBER) || put_text(&out, " ", 1) || put_number(&out, places[i], 5, 0);
    for (Py_ssize_t i = 0; i < count && !failed; i++) {
        double value = PyFloat_AsDouble(PyTuple_GetItem(advances, i));
        failed = (value == -1.0 && PyErr_Occurred()) || reserve(&out, 1 + WIDEST_NUMBER);
        if (failed) break;
        out.start[out.used++] = i ? ' ' : '\n';
        failed = put_number(&out, value, 5, 0);
    }
    return finished(&out, failed);
}

/* ---------------------------------------------------------------- paths */

/* How a backend writes commands: `templates` by their names, in which each %s is a number. */
typedef struct {
    PyObject *templates;
    const char *separator;
    Py_ssize_t separator_length;
    int places, strip;
} Notation;

static int is_wrong(const Notation *notation) {
    if (notation->places >= 0) return 0;
    PyErr_Format(PyExc_ValueError, "%d decimals", notation->places);
    return 1;
}

/* Return the template of a command, or NULL with an exception. */
static const char *template_of(const Notation *notation, PyObject *name, Py_ssize_t *length) {
    PyObject *template = PyDict_GetItemWithError(notation->templates, name);
    if (template == NULL) {
        if (!PyErr_Occurred()) PyErr_SetObject(PyExc_KeyError, name);
        return NULL;
    }
    return PyUnicode_AsUTF8AndSize(template, length);
}

/* Write the next command. Its numbers are values[*at], …: *at is behind the last one afterwards. */
static int put_command(Text *out, const Notation *notation, PyObject *name, PyObject *values, Py_ssize_t *at) {
    Py_ssize_t length;
    const char *template = template_of(notation, name, &length);
    if (template == NULL || (out->used && put_text(out, notation->separator, notation->separator_length))) return -1;
    for (Py_ssize_t i = 0; i < length; i++) {
        if (reserve(out, WIDEST_NUMBER)) return -1;
        if (template[i] != '%') {
            out->start[out->used++] = template[i];
            continue;
        }
        i++;
        PyObject *value = PyTuple_GetItem(values, (*at)++);
        double number = value == NULL ? -1.0 : PyFloat_AsDouble(value);
        if (number == -1.0 && PyErr_Occurred()) return -1;
        if (put_number(out, number, notation->places, notation->strip)) return -1;
    }
    return 0;
}

static PyObject *write_path(PyObject *self, PyObject *args) {
    PyObject *commands;
    Notation notation;
    if (!PyArg_ParseTuple(args, "O!O!s#ip", &PyTuple_Type, &commands, &PyDict_Type, &notation.templates,
                          &notation.separator, &notation.separator_length, &notation.places, &notation.strip) ||
        is_wrong(&notation))
        return NULL;
    Text out = {NULL, 0, 0};
    Py_ssize_t count = PyTuple_Size(commands);
    int failed = reserve(&out, 24 * count);
    for (Py_ssize_t i = 0; i < count && !failed; i++) {
        PyObject *command = PyTuple_GetItem(commands, i);
        PyObject *name = PyTuple_GetItem(command, 0);
        Py_ssize_t at = 1;
        failed = name == NULL || put_command(&out, &notation, name, command, &at);
        if (!failed && at != PyTuple_Size(command)) {
            PyErr_Format(PyExc_TypeError, "a command %R with too many numbers", command);
            failed = 1;
        }
    }
    return finished(&out, failed);
}

static PyObject *write_outlines(PyObject *self, PyObject *args) {
    PyObject *glyphs;
    double size;
    Notation notation;
    notation.strip = 1;
    if (!PyArg_ParseTuple(args, "O!dO!s#i", &PyList_Type, &glyphs, &size, &PyDict_Type, &notation.templates,
                          &notation.separator, &notation.separator_length, &notation.places) ||
        is_wrong(&notation))
        return NULL;
    Text out = {NULL, 0, 0};
    Py_ssize_t count = PyList_Size(glyphs);
    int failed = reserve(&out, 256 * count);
    for (Py_ssize_t i = 0; i < count && !failed; i++) {
        PyObject *names, *points, *values;
        double left, bottom;
        if (!PyArg_ParseTuple(PyList_GetItem(glyphs, i), "UO!dd", &names, &PyTuple_Type, &points, &left, &bottom)) {
            failed = 1;
            break;
        }
        Py_ssize_t many = PyTuple_Size(points), at = 0, letters = PyUnicode_GetLength(names);
        values = PyTuple_New(2 * many);
        failed = values == NULL;
        for (Py_ssize_t j = 0; j < many && !failed; j++) {
            double x, y;
            failed = !PyArg_ParseTuple(PyTuple_GetItem(points, j), "dd", &x, &y);
            PyObject *pair[2] = {failed ? NULL : PyFloat_FromDouble(left + x * size),
                                 failed ? NULL : PyFloat_FromDouble(bottom + y * size)};
            failed = failed || pair[0] == NULL || pair[1] == NULL;
            for (int k = 0; k < 2; k++) PyTuple_SetItem(values, 2 * j + k, pair[k]);
        }
        for (Py_ssize_t j = 0; j < letters && !failed; j++) {
            PyObject *name = PyUnicode_Substring(names, j, j + 1);
            failed = name == NULL || put_command(&out, &notation, name, values, &at);
            Py_XDECREF(name);
        }
        Py_XDECREF(values);
    }
    return finished(&out, failed);
}

/* ---------------------------------------------------------------- values, for digests */

static int put_length(Text *out, char kind, Py_ssize_t length) {
    int64_t number = length;
    return put_text(out, &kind, 1) || put_text(out, (const char *)&number, sizeof number);
}

static int put_letters(Text *out, PyObject *text) {
    Py_ssize_t length;
    const char *letters = PyUnicode_AsUTF8AndSize(text, &length);
    if (letters != NULL) return put_length(out, 's', length) || put_text(out, letters, length);
    if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) return -1;
    PyErr_Clear();
    PyObject *encoded = PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass");
    if (encoded == NULL) return -1;
    length = PyBytes_Size(encoded);
    int failed = put_length(out, 's', length) || put_text(out, PyBytes_AsString(encoded), length);
    Py_DECREF(encoded);
    return failed ? -1 : 0;
}

static int put_value(Text *out, PyObject *value, PyObject *fields, PyObject *other);

static int put_values(Text *out, PyObject *values, PyObject *fields, PyObject *other) {
    int is_tuple = PyTuple_Check(values);
    Py_ssize_t count = is_tuple ? PyTuple_Size(values) : PyList_Size(values);
    if (put_length(out, 't', count)) return -1;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *value = is_tuple ? PyTuple_GetItem(values, i) : PyList_GetItem(values, i);
        if (put_value(out, value, fields, other)) return -1;
    }
    return 0;
}

/* Write what a function returns for a value. */
static int put_result(Text *out, PyObject *function, PyObject *value, PyObject *fields, PyObject *other) {
    if (Py_EnterRecursiveCall(" while values are written")) return -1;
    PyObject *result = PyObject_CallFunctionObjArgs(function, value, NULL);
    int failed = result == NULL || put_value(out, result, fields, other);
    Py_XDECREF(result);
    Py_LeaveRecursiveCall();
    return failed ? -1 : 0;
}

static int put_value(Text *out, PyObject *value, PyObject *fields, PyObject *other) {
    if (PyFloat_CheckExact(value)) {
        double number = PyFloat_AsDouble(value);
        return put_text(out, "f", 1) || put_text(out, (const char *)&number, sizeof number);
    }
    if (PyUnicode_Check(value)) return put_letters(out, value);
    if (PyTuple_Check(value) || PyList_Check(value)) {
        if (Py_EnterRecursiveCall(" while values are written")) return -1;
        int failed = put_values(out, value, fields, other);
        Py_LeaveRecursiveCall();
        return failed;
    }
    if (value == Py_None) return put_text(out, "n", 1);
    if (value == Py_True) return put_text(out, "y", 1);
    if (value == Py_False) return put_text(out, "x", 1);
    if (PyLong_CheckExact(value)) {
        int64_t number = PyLong_AsLongLong(value);
        if (number == -1 && PyErr_Occurred()) return -1;
        return put_text(out, "i", 1) || put_text(out, (const char *)&number, sizeof number);
    }
    PyObject *field = PyDict_GetItemWithError(fields, (PyObject *)Py_TYPE(value));
    if (field == NULL) return PyErr_Occurred() ? -1 : put_result(out, other, value, fields, other);
    PyObject *name, *getter;
    if (!PyArg_ParseTuple(field, "UO", &name, &getter)) return -1;
    return put_text(out, "r", 1) || put_letters(out, name) || put_result(out, getter, value, fields, other);
}

static PyObject *write_values(PyObject *self, PyObject *args) {
    PyObject *value, *fields, *other;
    if (!PyArg_ParseTuple(args, "OO!O", &value, &PyDict_Type, &fields, &other)) return NULL;
    Text out = {NULL, 0, 0};
    int failed = reserve(&out, 4096) || put_value(&out, value, fields, other);
    PyObject *result = failed ? NULL : PyBytes_FromStringAndSize(out.start, out.used);
    PyMem_Free(out.start);
    return result;
}

/* ---------------------------------------------------------------- words */

/* A word of a text: itself, where it begins and ends, its advances in ems and its width. */
typedef struct {
    PyObject *word;
    Py_ssize_t begin, end;
    PyObject *advances; /* borrowed from the vocabulary */
    double width;
} Word;

enum { FEW_WORDS = 128 };

static double sum_tuple(double sum, PyObject *values) {
    Py_ssize_t count = PyTuple_Size(values);
    for (Py_ssize_t i = 0; i < count; i++) sum += PyFloat_AsDouble(PyTuple_GetItem(values, i));
    return sum;
}

/* Find the words of a text in the vocabulary, until one is not known or not plain. Return how many there are, and in
 * *state whether all are known (1), one is not plain (0), or the last one is unknown or there is an exception (-1).
 */
static Py_ssize_t find_words(PyObject *known, const char *text, Py_ssize_t length, Word *words, int *state) {
    Py_ssize_t count = 0, begin = 0;
    *state = 1;
    for (Py_ssize_t end = 0; end <= length && *state == 1; end++) {
        if (end < length && text[end] != ' ') continue;
        PyObject *word = PyUnicode_FromStringAndSize(text + begin, end - begin);
        if (word == NULL) {
            *state = -1;
            break;
        }
        PyObject *advances = PyDict_GetItemWithError(known, word);
        words[count++] = (Word){word, begin, end, advances, 0.0};
        if (advances == NULL) *state = -1;
        else if (!PyTuple_Check(advances)) *state = 0;
        else words[count - 1].width = sum_tuple(0.0, advances);
        begin = end + 1;
    }
    return count;
}

/* Lines as the numbers of their last words + 1; return how many there are. */
static Py_ssize_t break_lines(const Word *words, Py_ssize_t count, double space, double width, Py_ssize_t *ends) {
    Py_ssize_t lines = 0, start = 0;
    double full = width + 1e-9, used = -space;
    for (Py_ssize_t i = 0; i < count; i++) {
        used += space + words[i].width;
        if (used > full && i > start) {
            ends[lines++] = i;
            start = i;
            used = words[i].width;
        }
    }
    ends[lines++] = count;
    return lines;
}

static double line_width(const Word *words, Py_ssize_t start, Py_ssize_t end, double space) {
    double width = words[start].width;
    for (Py_ssize_t i = start + 1; i < end; i++) width = sum_tuple(width + space, words[i].advances);
    return width;
}

/* Return the advances of a word in mm, borrowed from `scaled`: lines share them, which saves much memory. */
static PyObject *scaled_advances(PyObject *scaled, const Word *word, double size) {
    PyObject *advances = PyDict_GetItemWithError(scaled, word->word);
    if (advances != NULL || PyErr_Occurred()) return advances;
    Py_ssize_t letters = PyTuple_Size(word->advances);
    advances = PyTuple_New(letters);
    for (Py_ssize_t i = 0; i < letters && advances != NULL; i++) {
        PyObject *advance = PyFloat_FromDouble(PyFloat_AsDouble(PyTuple_GetItem(word->advances, i)) * size);
        if (advance == NULL) Py_CLEAR(advances);
        else PyTuple_SetItem(advances, i, advance);
    }
    if (advances == NULL) return NULL;
    int failed = PyDict_SetItem(scaled, word->word, advances);
    Py_DECREF(advances);
    return failed ? NULL : advances;
}

/* A line as (text, width in ems, advances in mm). */
static PyObject *line_tuple(
    const char *text, const Word *words, Py_ssize_t start, Py_ssize_t end, PyObject *gap, double width, double size,
    PyObject *scaled
) {
    Py_ssize_t begin = words[start].begin, stop = words[end - 1].end, at = 0;
    PyObject *advances = PyTuple_New(stop - begin), *line = NULL;
    for (Py_ssize_t i = start; i < end && advances != NULL; i++) {
        if (i > start) PyTuple_SetItem(advances, at++, Py_NewRef(gap));
        PyObject *own = scaled_advances(scaled, &words[i], size);
        Py_ssize_t letters = own == NULL ? 0 : PyTuple_Size(own);
        for (Py_ssize_t j = 0; j < letters; j++) PyTuple_SetItem(advances, at++, Py_NewRef(PyTuple_GetItem(own, j)));
        if (own == NULL) Py_CLEAR(advances);
    }
    if (advances != NULL) line = Py_BuildValue("(s#dO)", text + begin, stop - begin, width, advances);
    Py_XDECREF(advances);
    return line;
}

/* Return the advances in mm of the words that were set at this size, borrowed from `sizes`. */
static PyObject *scaled_at(PyObject *sizes, PyObject *size) {
    PyObject *scaled = PyDict_GetItemWithError(sizes, size);
    if (scaled != NULL || PyErr_Occurred()) return scaled;
    scaled = PyDict_New();
    int failed = scaled == NULL || PyDict_SetItem(sizes, size, scaled);
    Py_XDECREF(scaled);
    return failed ? NULL : scaled;
}

static PyObject *fit_words(PyObject *self, PyObject *args) {
    PyObject *known, *sizes;
    const char *text;
    Py_ssize_t length;
    double space, size, floor_size, width, height, leading;
    if (!PyArg_ParseTuple(args, "O!O!ds#ddddd", &PyDict_Type, &known, &PyDict_Type, &sizes, &space, &text, &length, &size,
                          &floor_size, &width, &height, &leading))
        return NULL;
    Word few[FEW_WORDS], *words = few;
    Py_ssize_t few_ends[FEW_WORDS], *ends = few_ends, most = 1, count = 0;
    for (Py_ssize_t i = 0; i < length; i++) most += text[i] == ' ';
    if (most > FEW_WORDS) {
        words = PyMem_Malloc((size_t)most * sizeof(Word));
        ends = PyMem_Malloc((size_t)most * sizeof(Py_ssize_t));
    }
    PyObject *result = NULL, *at = NULL, *gap = NULL;
    if (words == NULL || ends == NULL) {
        PyErr_NoMemory();
        goto done;
    }
    int state;
    count = find_words(known, text, length, words, &state);
    if (state == 0) result = Py_NewRef(Py_None);
    if (state == -1 && !PyErr_Occurred()) result = Py_NewRef(words[count - 1].word);
    if (state != 1) goto done;
    Py_ssize_t lines;
    double longest;
    int fits;
    for (;;) {
        lines = break_lines(words, count, space, width / size, ends);
        longest = 0.0;
        for (Py_ssize_t i = 0, start = 0; i < lines; start = ends[i++]) {
            double own = line_width(words, start, ends[i], space);
            longest = i == 0 || own > longest ? own : longest;
        }
        fits = (double)lines * leading * size <= height + 1e-6 && longest * size <= width + 1e-6;
        if (fits || size <= floor_size) break;
        /* One step smaller, rounded as Python rounds to four places: the shortest text of the number decides. */
        PyObject *step = PyFloat_FromDouble(size - 0.1);
        PyObject *rounded = step ? PyObject_CallMethod(step, "__round__", "i", 4) : NULL;
        Py_XDECREF(step);
        if (rounded == NULL) goto done;
        double smaller = PyFloat_AsDouble(rounded);
        Py_DECREF(rounded);
        size = smaller > floor_size ? smaller : floor_size;
    }
    at = PyFloat_FromDouble(size);
    gap = PyFloat_FromDouble(space * size);
    PyObject *scaled = at == NULL || gap == NULL ? NULL : scaled_at(sizes, at);
    PyObject *list = scaled == NULL ? NULL : PyTuple_New(lines);
    for (Py_ssize_t i = 0, start = 0; list != NULL && i < lines; start = ends[i++]) {
        double own = line_width(words, start, ends[i], space);
        PyObject *line = line_tuple(text, words, start, ends[i], gap, own, size, scaled);
        if (line == NULL) Py_CLEAR(list);
        else PyTuple_SetItem(list, i, line);
    }
    if (list != NULL) result = Py_BuildValue("(dNdN)", size, PyBool_FromLong(fits), longest, list);
done:
    for (Py_ssize_t i = 0; i < count; i++) Py_DECREF(words[i].word);
    Py_XDECREF(at);
    Py_XDECREF(gap);
    if (words != few) PyMem_Free(words);
    if (ends != few_ends) PyMem_Free(ends);
    return result;
}

/* ---------------------------------------------------------------- text of PDFs */

static const char HEXADECIMAL[] = "0123456789abcdef";

static void put_code(Text *out, unsigned code) {
    for (int shift = 12; shift >= 0; shift -= 4) out->start[out->used++] = HEXADECIMAL[code >> shift & 15];
}

/* A gap between letters that is this wide is shown in another way, in thousandths of an em. */
static const double WORD_GAP = 85;

static PyObject *draw_text(PyObject *self, PyObject *args) {
    PyObject *text, *advances;
    Py_buffer table;
    double size, x, baseline;
    int places;
    if (!PyArg_ParseTuple(args, "UO!y*dddi", &text, &PyTuple_Type, &advances, &table, &size, &x, &baseline, &places))
        return NULL;
    Py_ssize_t length = PyUnicode_GetLength(text), codes = table.len / (Py_ssize_t)sizeof(int16_t);
    const int16_t *widths = table.buf;
    Text out = {NULL, 0, 0};
    int failed = 0, is_known = length > 0 && PyTuple_Size(advances) == length, parts = 0;
    double pending = 0.0;
    is_known = is_known && 0 <= places && places <= MOST_PLACES;
    if (is_known)
        failed = reserve(&out, 4 * length + 64 + 2 * WIDEST_NUMBER) || put_text(&out, "BT 1 0 0 -1 ", 12) ||
                 put_number(&out, x, places, 1) || put_text(&out, " ", 1) || put_number(&out, baseline, places, 1) ||
                 put_text(&out, " Tm [<", 6);
    Py_ssize_t bracket = out.used - 2;
    for (Py_ssize_t i = 0; i < length && is_known && !failed; i++) {
        Py_ssize_t code = (Py_ssize_t)PyUnicode_ReadChar(text, i);
        int natural = code < codes ? widths[code] : -1;
        double advance = PyFloat_AsDouble(PyTuple_GetItem(advances, i));
        double correction = natural - advance * 1000 / size;
        is_known = natural >= 0 && (correction >= -WORD_GAP || i + 1 == length);
        if (!is_known) break;
        put_code(&out, (unsigned)code);
        pending += correction;
        if ((pending >= 0.005 || pending <= -0.005) && i + 1 < length) {
            failed = reserve(&out, 4 * (length - i) + 64 + WIDEST_NUMBER);
            if (failed) break;
            out.start[out.used++] = '>';
            Py_ssize_t begin = out.used;
            failed = put_number(&out, pending, 2, 1);
            if (failed) break;
            out.start[out.used] = '\0';
            pending -= PyOS_string_to_double(out.start + begin, NULL, NULL);
            out.start[out.used++] = '<';
            parts++;
        }
    }
    failed = failed || PyErr_Occurred() != NULL;
    PyObject *result = NULL;
    if (!failed && !is_known) result = Py_NewRef(Py_None);
    if (!failed && is_known) {
        if (!parts) { /* without corrections, the text needs no brackets */
            memmove(out.start + bracket, out.start + bracket + 1, (size_t)(out.used - bracket - 1));
            out.used--;
        }
        memcpy(out.start + out.used, parts ? ">] TJ ET" : "> Tj ET", parts ? 8 : 7);
        result = PyUnicode_FromStringAndSize(out.start, out.used + (parts ? 8 : 7));
    }
    PyMem_Free(out.start);
    PyBuffer_Release(&table);
    return result;
}

/* ---------------------------------------------------------------- the module */

static PyMethodDef METHODS[] = {
    {"write_run", write_run, METH_VARARGS, NULL},
    {"write_path", write_path, METH_VARARGS, NULL},
    {"write_outlines", write_outlines, METH_VARARGS, NULL},
    {"write_values", write_values, METH_VARARGS, NULL},
    {"fit_words", fit_words, METH_VARARGS, NULL},
    {"draw_text", draw_text, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, "_fast", NULL, 0, METHODS, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__fast(void) { return PyModuleDef_Init(&MODULE); }
