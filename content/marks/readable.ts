/** Members that hold no words: names for programs, addresses, drawings, days, and numbers in letters. */
const NO_WORDS =
	/(?:^|[a-z_])(?:ids?|slug|href|url|code|codes|currency|icon|kind|type|variant|basis|art|date|file|files|src|path|email|phone|color|colors|font|format|at)$/i

const IS_PROGRAM_TEXT = /^(?:[a-z0-9]+(?:[-_./:#@][a-z0-9]*)*|[/#].*|https?:\/\/\S*|\S+@\S+\.\S+|\d[\d\s.,:/-]*|[A-Z]{2,3}|)$/

/** True if people read this text. @param key the name of the member that it is in */
export const isReadable = (key: string, text: string): boolean => !NO_WORDS.test(key) && !IS_PROGRAM_TEXT.test(text)
