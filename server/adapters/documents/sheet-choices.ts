import type { WorkbookColumn } from './port.ts'

type Choices = { yes: string; no: string; first: number; last: number }

/** Data validation of one sheet as SpreadsheetML (ECMA-376, section 18.3.1.33), or nothing where there is nothing to choose. */
export function listChoices(columns: readonly WorkbookColumn[], { yes, no, first, last }: Choices): string {
	const lists = columns.flatMap(({ type, options }, index) => {
		const items = type === 'check' ? [yes, no] : (options ?? [])
		const letter = columnLetter(index)
		return items.length === 0 ? [] : [validation(`${letter}${first}:${letter}${last}`, items)]
	})
	return lists.length === 0 ? '' : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`
}

const validation = (cells: string, items: readonly string[]): string =>
	`<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${cells}"><formula1>${escapeXml(quote(items))}</formula1></dataValidation>`

const quote = (items: readonly string[]): string => `"${items.map((item) => item.replaceAll('"', '""')).join(',')}"`

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A for 0; a sheet here never has more columns than letters. */
const columnLetter = (index: number): string => String.fromCodePoint(65 + index)
