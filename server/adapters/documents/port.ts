/** One piece of a document, in reading order. */
export type DocumentBlock =
	| { kind: 'heading'; text: string; level?: 2 | 3 }
	| { kind: 'text'; text: string }
	/** `box` puts an open box to tick before each item. */
	| { kind: 'list'; items: readonly string[]; marker?: 'number' | 'bullet' | 'box' }
	/** A name with its value, or a line to write on. */
	| { kind: 'field'; label: string; value: string; lines?: number }
	/** `tick` puts a box before each row. Widths are shares of the page. */
	| { kind: 'table'; head: readonly string[]; widths: readonly number[]; rows: readonly { tick?: boolean; cells: readonly string[] }[] }
	/** A remark next to the text, with its name. */
	| { kind: 'callout'; label: string; text: string }
	/** Words to copy, line by line. */
	| { kind: 'copy'; lines: readonly string[] }
	| { kind: 'page-break' }

export type PrintedDocument = {
	title: string
	subject: string
	/** The publisher, in the file's properties and in each page's footer. */
	publisher: string
	isLandscape: boolean
	madeAt: Date
	blocks: readonly DocumentBlock[]
	/** The same invoice for machines (EN 16931), put into the file as Factur-X has it. */
	invoiceXml?: string | undefined
}

export type WorkbookColumn = {
	title: string
	/** Money in whole units of the currency, percent as a share of 1. */
	type: 'text' | 'number' | 'money' | 'percent' | 'date' | 'check' | 'choice'
	/** In characters. */
	width: number
	/** Without `=`; `{r}` is this row, `{first}` and `{last}` are the table's rows. */
	formula?: string | undefined
	options?: readonly string[] | undefined
}

/** Empty, a text, a number, a check, or a date as YYYY-MM-DD in a date column. */
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
	/** A first tab of plain text: how to use the others. */
	cover: { name: string; title: string; lines: readonly string[] }
	/** Words of a check. */
	yes: string
	no: string
	sheets: readonly WorkbookSheet[]
}

/** Makes files that look the same everywhere. Each answer is the bytes of one file. */
export type DocumentPrinter = {
	/** A tagged PDF. */
	print(document: PrintedDocument): Promise<Uint8Array>
	/** The same document to edit (DOCX). */
	writeWord(document: PrintedDocument): Promise<Uint8Array>
	/** A workbook (XLSX). */
	writeWorkbook(workbook: Workbook): Promise<Uint8Array>
}
