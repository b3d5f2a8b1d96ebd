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

/** Returns the overview's figures of this period with their change: sales, net sales, orders paid, refunded. */
export const figuresOf = (text: string) => [
	...['Sales', 'Net sales'].map((name) =>
		wordsOf(new RegExp(`<span class="tile-name[^"]*">${name}</span><span class="tile-figure[^>]*>(.*?)</a>`).exec(text)?.[1]),
	),
	...['Orders paid', 'Refunded'].map((name) => wordsOf(new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`).exec(text)?.[1])),
]
