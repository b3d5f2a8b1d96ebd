/** Keys whose values aren't prose: identifiers, URLs, drawings, dates, and numbers in strings. */
const NO_WORDS =
	/(?:^|[a-z_])(?:ids?|slug|href|url|code|codes|currency|icon|kind|type|variant|basis|art|date|file|files|src|path|email|phone|color|colors|font|format|at)$/i

const IS_PROGRAM_TEXT = /^(?:[a-z0-9]+(?:[-_./:#@][a-z0-9]*)*|[/#].*|https?:\/\/\S*|\S+@\S+\.\S+|\d[\d\s.,:/-]*|[A-Z]{2,3}|)$/

/**
 * True if a text looks like prose for readers, not like an identifier, URL or number.
 * @param key key of the text
 */
export const isReadable = (key: string, text: string): boolean => !NO_WORDS.test(key) && !IS_PROGRAM_TEXT.test(text)
