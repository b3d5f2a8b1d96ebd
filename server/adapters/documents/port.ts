export type DocumentBlock =
	| { kind: 'heading'; text: string; level?: 2 | 3 }
	| { kind: 'text'; text: string }
	/** `box` prints an empty checkbox before each item. */
	| { kind: 'list'; items: readonly string[]; marker?: 'number' | 'bullet' | 'box' }
	/** Label with its value, or with lines to write on. */
	| { kind: 'field'; label: string; value: string; lines?: number }
	/** `tick` prints a checkbox before the row. Widths are fractions of the page width. */
	| { kind: 'table'; head: readonly string[]; widths: readonly number[]; rows: readonly { tick?: boolean; cells: readonly string[] }[] }
	| { kind: 'callout'; label: string; text: string }
	| { kind: 'copy'; lines: readonly string[] }
	| { kind: 'page-break' }

export type PrintedDocument = {
	title: string
	subject: string
	/** Publisher named in the file's properties and in each page's footer. */
	publisher: string
	isLandscape: boolean
	madeAt: Date
	/** Letterhead above the title. The logo is a PNG in base64; a wide one contains the name. */
	letterhead?: { name: string; logo: { png: string; ratio: number } | null; isWide: boolean }
	blocks: readonly DocumentBlock[]
	/** Invoice as XML (EN 16931), embedded as Factur-X specifies. */
	invoiceXml?: string | undefined
}

export type WorkbookColumn = {
	title: string
	/** Type of the cells. `money` is in whole units of the currency, `percent` a fraction of 1. */
	type: 'text' | 'number' | 'money' | 'percent' | 'date' | 'check' | 'choice'
	/** Width in characters. */
	width: number
	/** Formula without `=`. `{r}` is the number of the current row, `{first}` and `{last}` are the table's first and last row. */
	formula?: string | undefined
	options?: readonly string[] | undefined
}

/** Value of a cell; null if it's empty. A `date` column takes YYYY-MM-DD, a `check` column a boolean. */
export type WorkbookCell = string | number | boolean | null

export type WorkbookSheet = {
	name: string
	intro?: string | undefined
	columns: readonly WorkbookColumn[]
	rows: readonly (readonly WorkbookCell[])[]
	/** Empty rows at the end, with the formulas in place. */
	blankRows: number
	totals?: readonly (null | { label: string } | { formula: string })[] | undefined
}

export type Workbook = {
	/** First sheet: plain text that explains the others. */
	cover: { name: string; title: string; lines: readonly string[] }
	yes: string
	no: string
	sheets: readonly WorkbookSheet[]
}

export type DocumentPrinter = {
	print(document: PrintedDocument): Promise<Uint8Array>
	writeDocx(document: PrintedDocument): Promise<Uint8Array>
	writeWorkbook(workbook: Workbook): Promise<Uint8Array>
}
