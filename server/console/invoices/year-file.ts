import { CSV_START, csvCell, csvLine } from '#domain/csv/csv-cell.ts'
import { formatRate, nameTax } from '#domain/invoices/invoice.ts'
import { decimalOf } from '#domain/pricing/money.ts'
import type { Db } from '#server/db/database.ts'
import { buyerOf, invoiceDatesOf, type InvoiceRow, sellerOf, toInvoiceTax } from '#server/services/commerce/invoices/find-invoices.ts'

const BATCH = 1000
const HEAD = [
	'number',
	'kind',
	'issued',
	'supplied',
	'corrects',
	'order',
	'buyer',
	'country',
	'VAT id of buyer',
	'mode',
	'currency',
	'tax of',
	'rate',
	'net',
	'tax',
	'gross',
]
/** Empty cells of a totals row, for the columns that only single invoices have. */
const EMPTY_INVOICE_CELLS = ['', '', '', '', '', '', '']

type Sums = Map<string, { head: readonly string[]; currency: string; net: number; tax: number; gross: number }>

/** @param amounts numbers that we formatted; not passed through `csvCell`, which would treat a negative number as a formula */
const toLine = (texts: readonly string[], amounts: readonly string[]) => `${[...texts.map(csvCell), ...amounts].join(',')}\r\n`

/** Returns the columns that a tax return needs: the country, and the rate or the reason for no tax. */
function taxedAs(row: InvoiceRow): readonly [country: string, rate: string] {
	const tax = toInvoiceTax(row)
	const rate = tax.kind === 'included' ? formatRate(tax.rateBasisPoints) : tax.kind.replace('_', ' ')
	return [tax.country ?? sellerOf(row).address.country, nameTax(tax) === 'VAT' ? rate : `${nameTax(tax)} ${rate}`]
}

function addToSums(sums: Sums, row: InvoiceRow, sign: number): void {
	const head = [row.livemode ? 'live' : 'test', row.currency.toUpperCase(), ...taxedAs(row)]
	const key = head.join(' ')
	const sum = sums.get(key) ?? { head, currency: row.currency, net: 0, tax: 0, gross: 0 }
	sum.net += sign * row.net_cents
	sum.tax += sign * row.tax_cents
	sum.gross += sign * row.gross_cents
	sums.set(key, sum)
}

function describe(row: InvoiceRow & { corrected: string | null }, sign: number): string {
	const buyer = buyerOf(row)
	const { issuedOn, suppliedOn } = invoiceDatesOf(row)
	const say = (cents: number) => decimalOf(sign * cents, row.currency)
	return toLine(
		[
			row.number,
			row.kind.replace('_', ' '),
			issuedOn,
			suppliedOn,
			row.corrected ?? '',
			row.order_id,
			buyer.name ?? buyer.email ?? '',
			buyer.address?.country ?? '',
			buyer.vatId ?? '',
			row.livemode ? 'live' : 'test',
			row.currency.toUpperCase(),
			...taxedAs(row),
		],
		[say(row.net_cents), say(row.tax_cents), say(row.gross_cents)],
	)
}

const readBatch = (db: Db, year: number, after: { series: string; sequence: number }) =>
	db
		.selectFrom('invoices')
		.leftJoin('invoices as first', 'first.id', 'invoices.corrects')
		.selectAll('invoices')
		.select('first.number as corrected')
		.where('invoices.year', '=', year)
		.where((eb) => eb(eb.refTuple('invoices.series', 'invoices.sequence'), '>', eb.tuple(after.series, after.sequence)))
		.orderBy('invoices.series')
		.orderBy('invoices.sequence')
		.limit(BATCH)
		.execute()

/**
 * Yields the CSV of a year's invoices by series, credit notes with negative amounts, then totals by mode, currency, tax country
 * and rate. Each chunk has many lines: one chunk per line takes twice as long.
 */
export async function* writeYear(db: Db, year: number): AsyncGenerator<string> {
	yield CSV_START + csvLine(HEAD)
	const sums: Sums = new Map()
	let after = { series: '', sequence: 0 }
	for (let isWhole = true; isWhole;) {
		const rows = await readBatch(db, year, after)
		let lines = ''
		for (const row of rows) {
			const sign = row.kind === 'invoice' ? 1 : -1
			addToSums(sums, row, sign)
			lines += describe(row, sign)
		}
		if (lines !== '') yield lines
		isWhole = rows.length === BATCH
		after = rows.at(-1) ?? after
	}
	for (const { head, currency, net, tax, gross } of sums.values())
		yield toLine(
			['sum', 'all', ...EMPTY_INVOICE_CELLS, ...head],
			[net, tax, gross].map((cents) => decimalOf(cents, currency)),
		)
}
