import mammoth from 'mammoth'
import { inflateRawSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import readExcel from 'read-excel-file/node'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import type { LibraryDocument, SheetDocument, TextDocument } from '#content/schema/document.ts'
import { filePrinter } from '#server/adapters/documents/file-printer.ts'
import { isLong } from '#tests/setup/long-tests.ts'

import { makeFile } from './render-document.ts'

const { libraryDocuments } = loadedContent

const FACTS = {
	slug: 'sample',
	title: 'Łukasz, Žofie и Иван',
	summary: 'A sample of everything.',
	access: 'free',
	group: 'tool',
	order: 1,
	contents: ['One', 'Two'],
	language: 'en',
	version: '1.0',
	date: '2026-11-20',
	sources: [{ title: 'A source', url: 'https://example.test/', read: '2026-11-20' }],
} as const

const TEXT: TextDocument = {
	...FACTS,
	kind: 'worksheet',
	formats: ['pdf', 'docx'],
	contents: [...FACTS.contents],
	sources: [...FACTS.sources],
	blocks: [
		{ kind: 'heading', level: 2, text: 'First part' },
		{ kind: 'heading', level: 3, text: 'Smaller part' },
		{ kind: 'text', text: 'Words of {brand} for Łukasz and Иван.' },
		{ kind: 'list', isOrdered: true, items: ['step one', 'step two'] },
		{ kind: 'list', isOrdered: false, items: ['point'] },
		{ kind: 'checklist', items: ['to do'] },
		{ kind: 'table', head: ['Task', 'Note'], rows: [{ hasBox: true, cells: ['call', ''] }] },
		{ kind: 'field', label: 'My reason', lines: 2 },
		{ kind: 'callout', tone: 'tip', text: 'Sleep on it.' },
		{ kind: 'copy', lines: ['Hello [name],', '', 'see you'] },
		{ kind: 'page-break' },
		{ kind: 'text', text: 'The end.' },
	],
}

const SHEET: SheetDocument = {
	...FACTS,
	kind: 'sheet',
	formats: ['xlsx', 'csv', 'pdf'],
	contents: [...FACTS.contents],
	sources: [],
	howTo: ['Fill it in.'],
	sheets: [
		{
			name: 'Money & more',
			intro: 'One row each.',
			columns: [
				{ title: 'What', type: 'text', width: 20 },
				{ title: 'When', type: 'date', width: 12 },
				{ title: 'Amount', type: 'money', width: 12 },
				{ title: 'Twice', type: 'money', width: 12, formula: 'IF(C{r}<>0,C{r}*2,"")' },
				{ title: 'Sure?', type: 'check', width: 8 },
				{ title: 'Kind', type: 'choice', width: 8, options: ['A "b"', 'C & D'] },
			],
			rows: [['=HYPERLINK("http://evil.test")', '2026-03-01', -5.5, null, true, 'C & D']],
			blankRows: 3,
			totals: [{ label: 'Sum' }, null, { formula: 'SUM(C{first}:C{last})' }, null, null, null],
		},
	],
}

const make = (document: LibraryDocument, format: Parameters<typeof makeFile>[2]) =>
	makeFile({ documents: filePrinter, content: loadedContent }, document, format)
const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes)

async function openPdf(bytes: Uint8Array) {
	const pdf = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise
	return { pdf, pages: await Promise.all(Array.from({ length: pdf.numPages }, (_page, index) => pdf.getPage(index + 1))) }
}

async function readPdfText(bytes: Uint8Array): Promise<string> {
	const { pages } = await openPdf(bytes)
	const texts = await Promise.all(pages.map((page) => page.getTextContent()))
	const text = texts
		.flatMap(({ items }) => items)
		.map((item) => ('str' in item ? item.str : ''))
		.join(' ')
	return text.replaceAll(/\s+/g, ' ')
}

async function readPdf(bytes: Uint8Array) {
	const { pdf, pages } = await openPdf(bytes)
	const trees = await Promise.all(pages.map((page) => page.getStructTree()))
	const { info } = await pdf.getMetadata()
	const text = await readPdfText(bytes)
	return { text, roles: trees.flatMap((tree) => rolesOf(tree)), info, marks: await pdf.getMarkInfo() }
}

function rolesOf(node: unknown): string[] {
	if (typeof node !== 'object' || node === null) return []
	const { role, children } = node as { role?: string; children?: unknown[] }
	return [...(role === undefined ? [] : [role]), ...(children ?? []).flatMap((child) => rolesOf(child))]
}

/** Reads a zip by its central directory (PKWARE APPNOTE, section 4.3.12), independently of the code under test. */
function unzip(bytes: Uint8Array): Map<string, string> {
	const zip = asBuffer(bytes)
	const files = new Map<string, string>()
	for (let at = zip.indexOf('PK\u0001\u0002'); at !== -1; at = zip.indexOf('PK\u0001\u0002', at + 4)) {
		const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
		const local = zip.readUInt32LE(at + 42)
		const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
		const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20))
		files.set(zip.toString('utf8', at + 46, nameEnd), (zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString())
	}
	return files
}

test('a PDF has text in every script, structure, language, title, author, and is deterministic', async () => {
	const first = await make(TEXT, 'pdf')
	expect(Buffer.compare(first, await make(TEXT, 'pdf'))).toBe(0)
	const { text, roles, info, marks } = await readPdf(first)
	for (const words of [
		'Łukasz, Žofie и Иван',
		'Words of Launchway for Łukasz and Иван.',
		'Sleep on it.',
		'Hello [name],',
		'My reason',
		'https://example.test/',
	])
		expect(text).toContain(words)
	for (const role of ['H1', 'H2', 'H3', 'P', 'L', 'LI', 'Lbl', 'LBody', 'Table', 'TR', 'TH', 'TD', 'BlockQuote'])
		expect(roles).toContain(role)
	expect(marks).toMatchObject({ Marked: true })
	expect(info).toMatchObject({ Title: FACTS.title, Author: 'Launchway', Language: 'en' })
})

test('a DOCX has real headings, lists, a table header and checkboxes', async () => {
	const bytes = await make(TEXT, 'docx')
	const { value: html, messages } = await mammoth.convertToHtml({ buffer: asBuffer(bytes) })
	expect(messages.filter(({ type }) => type === 'error')).toEqual([])
	for (const piece of [
		'<h1>Łukasz, Žofie и Иван</h1>',
		'<h2>First part</h2>',
		'<h3>Smaller part</h3>',
		'<ol><li>step one</li><li>step two</li></ol>',
		'<ul><li>point</li></ul>',
		'<th><p><strong>Task</strong></p></th>',
		'Words of Launchway for Łukasz and Иван.',
	])
		expect(html).toContain(piece)
	const files = unzip(bytes)
	expect(files.get('word/document.xml')).toContain('w14:checkbox')
	expect(files.get('docProps/core.xml')).toContain('<dc:creator>Launchway</dc:creator>')
})

test('a workbook has typed cells, formulas, dropdowns and a frozen header, and text never runs as a formula', async () => {
	const bytes = await make(SHEET, 'xlsx')
	const sheets = await readExcel(asBuffer(bytes))
	expect(sheets.map(({ sheet }) => sheet)).toEqual(['How to use', 'Money & more'])
	const rows = sheets[1]?.data ?? []
	expect(rows[2]).toEqual(['What', 'When', 'Amount', 'Twice', 'Sure?', 'Kind'])
	expect(rows[3]?.slice(0, 3)).toEqual(['=HYPERLINK("http://evil.test")', new Date('2026-03-01T00:00:00Z'), -5.5])
	const xml = unzip(bytes).get('xl/worksheets/sheet2.xml') ?? ''
	expect(xml).toContain('<f>IF(C4&lt;&gt;0,C4*2,"")</f>')
	expect(xml).toContain('<f>IF(C7&lt;&gt;0,C7*2,"")</f>')
	expect(xml).toContain('<f>SUM(C4:C7)</f>')
	expect(xml).not.toContain('<f>HYPERLINK')
	expect(xml).toContain('ySplit="3"')
	expect(xml).toContain('sqref="F4:F7"><formula1>&quot;A &quot;&quot;b&quot;&quot;,C &amp; D&quot;</formula1>')
	expect(xml.indexOf('<dataValidations')).toBeGreaterThan(xml.indexOf('</sheetData>'))
})

test('a CSV has a byte order mark and CRLF, and formulas are escaped', async () => {
	const bytes = await make(SHEET, 'csv')
	expect(Buffer.from(bytes.slice(0, 3)).toString('hex')).toBe('efbbbf')
	expect(new TextDecoder().decode(bytes)).toBe(
		'What,When,Amount,Twice,Sure?,Kind\r\n"\'=HYPERLINK(""http://evil.test"")",2026-03-01,-5.5,,Yes,C & D\r\n',
	)
})

/** `npm test` makes one document of each kind and format, because making all of them takes long. */
const isFirst = ({ document, format }: (typeof LIBRARY)[number]) =>
	LIBRARY.find((other) => other.document.kind === document.kind && other.format === format)?.document === document

const LIBRARY = [...libraryDocuments.values()].flatMap((document) =>
	document.formats.map((format) => ({ document, format, name: `${document.slug}.${format}` })),
)

test.each(LIBRARY.filter((each) => isLong || isFirst(each)))('$name opens and contains its title', async ({ document, format }) => {
	const bytes = await make(document, format)
	const words: Record<typeof format, () => Promise<string>> = {
		pdf: () => readPdfText(bytes),
		docx: async () => (await mammoth.extractRawText({ buffer: asBuffer(bytes) })).value,
		xlsx: async () => JSON.stringify(await readExcel(asBuffer(bytes))),
		csv: () => Promise.resolve(new TextDecoder().decode(bytes)),
	}
	const text = await words[format]()
	const title = format === 'csv' && document.kind === 'sheet' ? (document.sheets[0]?.columns[0]?.title ?? '') : document.title
	expect(text).toContain(title)
	expect(text).not.toMatch(/\{brand\}|\{incomeNote\}|undefined|NaN/)
})
