/**
 * The app shell is drawn as if it were the home page and answered for other ones: its navigation must not name a page that
 * is not open, because hydration leaves such attributes as they are.
 */
export const withoutCurrentPage = (html: string): string =>
	html.replaceAll(/<a aria-current="page" class="([^"]*?) active"/g, (_link, classes: string) => `<a class="${classes}"`)
