const wordsOf = (html = '') =>
	html
		.replaceAll(/<[^>]+>/g, '')
		.replaceAll(/\s+/g, ' ')
		.trim()

/** Returns a table's rows, cell by cell, without the selection checkboxes. */
export const rowsOf = (text: string, caption: string): string[][] => {
	const [, body = ''] = new RegExp(`<caption[^>]*>\\s*${caption}\\s*</caption>[\\s\\S]*?<tbody>([\\s\\S]*?)</tbody>`).exec(text) ?? []
	return [...body.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
		[...row.matchAll(/<td(?![^>]*data-label="Select")[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => wordsOf(cell)),
	)
}

/** Returns the facts of a record's page by name; a time as in its attribute, which doesn't depend on the zone. */
export const factsOf = (text: string): Record<string, string> =>
	Object.fromEntries(
		[...text.matchAll(/<dt>([^<]*)<\/dt><dd>([^]*?)<\/dd>/g)].map(([, name = '', value = '']) => [
			name,
			/<time[^>]* dateTime="([^"]*)"/.exec(value)?.[1] ?? wordsOf(value),
		]),
	)

/** Returns the name, figure and change of each card above a chart, such as `Sales $10.00 ▲up 5% from $9.50 in the previous period`. */
export const cardsOf = (text: string) =>
	[...text.matchAll(/<span class="tile-name[^"]*">(.*?)<\/a>/g)].map(([, card = '']) =>
		wordsOf(card.replaceAll(/<(?:svg|span aria-hidden)[^>]*>.*?<\/(?:svg|span)>/g, '').replaceAll('<span class="', ' <span class="')),
	)

/** Returns the overview's figures of this period with their change: sales, net sales, orders paid, refunded. */
export const figuresOf = (text: string) =>
	['Sales', 'Net sales', 'Orders paid', 'Refunded'].map((name) =>
		cardsOf(text)
			.find((card) => new RegExp(`^${name} [-$\\d]`).test(card))
			?.slice(name.length + 1)
			.replace(' in the previous period', ''),
	)
