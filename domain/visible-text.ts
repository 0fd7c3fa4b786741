/** What text on one line may not hold, and what makes it visible: parts of regular expressions. */

/** As in a class of a regular expression: controls, those of bidirectional text, ends of lines, lone surrogates. */
export const unprintable = '\\p{Cc}\\p{Bidi_Control}\\u2028\\u2029\\uD800-\\uDFFF';
/** One character that can be seen; the braille blank is none. */
export const visible = '[^\\s\\p{Default_Ignorable_Code_Point}\\p{Cf}\\u2800]';
