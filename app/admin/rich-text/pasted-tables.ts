const BLOCKS = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, pre'
/** Maximum cells that a merged cell is split into: Markdown has no merged cells, and a pasted number is not to be trusted. */
const MAX_SPAN = 50
/** Maximum cells that splitting adds to a table, so that a hostile page can't freeze the editor. */
const MAX_ADDED = 5000

const addCells = (row: Element | undefined, index: number, count: number) => {
	for (let added = 0; added < count; added += 1) row?.insertBefore(row.ownerDocument.createElement('td'), row.children[index] ?? null)
}

/** Splits merged cells: their text stays in the first of them. */
function splitMerged(rows: readonly Element[]): void {
	let left = MAX_ADDED
	for (const [at, row] of rows.entries()) {
		for (let index = 0; index < row.children.length; index += 1) {
			const cell = row.children[index]
			const spanOf = (name: string) => Math.min(Number(cell?.getAttribute(name)) || 1, MAX_SPAN)
			const [width, height] = [spanOf('colspan'), spanOf('rowspan')]
			const added = width * height - 1
			cell?.removeAttribute('colspan')
			cell?.removeAttribute('rowspan')
			if (added > left) continue
			left -= added
			addCells(row, index + 1, width - 1)
			for (const below of rows.slice(at + 1, at + height)) addCells(below, index, width)
		}
	}
}

/** Makes a cell's paragraphs and lists one line. */
function joinLines(cell: Element): void {
	for (const line of cell.querySelectorAll('br')) line.replaceWith(' ')
	for (const block of cell.querySelectorAll(BLOCKS)) block.replaceWith(...block.childNodes, ' ')
}

/** Replaces a table for layout by its cells, each of them a separate block. */
function unwrapCells(table: HTMLTableElement): void {
	const own = [...table.querySelectorAll('td, th')].filter((cell) => cell.closest('table') === table)
	const blocks = own.map((cell) => {
		const block = cell.ownerDocument.createElement('div')
		block.append(...cell.childNodes)
		return block
	})
	table.replaceWith(...blocks)
}

/** Prepares pasted tables for Markdown, which has a row of headings, one line in each cell and no merged cells. */
export function readTables(root: ParentNode): void {
	for (const table of root.querySelectorAll('table')) {
		// Cells copied in an editor, without their table: its negative number says that the table was only added around them.
		if (table.dataset.pmSlice?.includes(' -') === true) continue
		const cells = table.querySelectorAll('td, th')
		// Emails and pages place their text by tables.
		const isLayout = cells.length === 1 || table.querySelector('table') !== null
		if (isLayout) {
			unwrapCells(table)
			continue
		}
		splitMerged([...table.rows])
		for (const cell of table.querySelectorAll('td, th')) joinLines(cell)
		for (const cell of table.rows[0]?.querySelectorAll('td') ?? []) {
			const heading = cell.ownerDocument.createElement('th')
			heading.append(...cell.childNodes)
			cell.replaceWith(heading)
		}
	}
}
