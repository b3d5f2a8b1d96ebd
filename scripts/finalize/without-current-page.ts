/**
 * The app shell is rendered as the home page and served for others: its navigation must not mark a page that is not open,
 * because hydration leaves such attributes as they are.
 */
export const withoutCurrentPage = (html: string): string =>
	html.replaceAll(/<a aria-current="page" class="([^"]*?) active"/g, (_link, classes: string) => `<a class="${classes}"`)
