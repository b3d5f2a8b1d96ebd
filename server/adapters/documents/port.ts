/** One piece of a document, in reading order. */
export type DocumentBlock =
	| { kind: 'heading'; text: string }
	| { kind: 'text'; text: string }
	| { kind: 'list'; items: readonly string[] }
	/** A name with its value; without one a line to write on. */
	| { kind: 'field'; label: string; value: string; lines?: number }
	/** `tick` puts a box before each row. Widths are shares of the page. */
	| { kind: 'table'; head: readonly string[]; widths: readonly number[]; rows: readonly { tick?: boolean; cells: readonly string[] }[] }
	| { kind: 'page-break' }

export type PrintedDocument = {
	title: string
	subject: string
	/** Who publishes it; stands in the file's properties and at the foot of each page. */
	publisher: string
	isLandscape: boolean
	madeAt: Date
	blocks: readonly DocumentBlock[]
}

/** Makes a file that prints the same everywhere. @returns the bytes of a tagged PDF */
export type DocumentPrinter = { print(document: PrintedDocument): Promise<Uint8Array> }
