/** Returns a table's rows, cell by cell, without the selection checkboxes. */
export const rowsOf = (text: string, caption: string): string[][] => {
	const [, body = ''] = new RegExp(`<caption[^>]*>\\s*${caption}\\s*</caption>[\\s\\S]*?<tbody>([\\s\\S]*?)</tbody>`).exec(text) ?? []
	return [...body.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
		[...row.matchAll(/<td(?![^>]*data-label="Select")[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) =>
			cell
				.replaceAll(/<[^>]+>/g, '')
				.replaceAll(/\s+/g, ' ')
				.trim(),
		),
	)
}
