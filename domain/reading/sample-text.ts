const SAMPLE_TEXT = /^(?:## Sample heading\n\n)?Sample text: .*$/

/** Checks whether nothing was written yet in a new lesson, article or page. Its editor and preview then show no text. */
export const isSampleText = (markdown: string): boolean => SAMPLE_TEXT.test(markdown.trim())
