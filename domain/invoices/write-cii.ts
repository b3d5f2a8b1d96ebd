import { escapeMarkup } from '#domain/markup/escape-markup.ts'
import { decimalOf } from '#domain/pricing/money.ts'

import { type PostalAddress, type Invoice, nameBuyer, nameTax, type Tax } from './invoice.ts'

/** Tax category code in EN 16931 (UNTDID 5305). */
const CATEGORY = { included: 'S', reverse_charge: 'AE', zero_rated: 'Z', exempt: 'E', not_subject: 'O' } as const
/** Document type codes (UNTDID 1001). */
const TYPE = { invoice: '380', credit_note: '381' } as const

const NAMESPACES =
	'xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"'

/** Matches characters that XML 1.0 can't contain, even escaped. */
const FORBIDDEN =
	// oxlint-disable-next-line no-control-regex -- matches control characters to remove them
	/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

const escapeText = (text: string) => escapeMarkup(text.replace(FORBIDDEN, ''))

const element = (name: string, text: string, attributes = '') => `<${name}${attributes && ` ${attributes}`}>${escapeText(text)}</${name}>`
const wrap = (name: string, ...parts: readonly string[]) => `<${name}>${parts.join('')}</${name}>`
const optional = (name: string, text: string | null) => (text === null || text === '' ? '' : element(name, text))
const day = (outer: string, isoDay: string, kind = 'udt') =>
	wrap(outer, element(`${kind}:DateTimeString`, isoDay.replaceAll('-', ''), 'format="102"'))

/** Writes the parts of an address in the order required by the schema. */
const postalAddress = ({ line1, line2, postcode, city, region, country }: PostalAddress) =>
	wrap(
		'ram:PostalTradeAddress',
		optional('ram:PostcodeCode', postcode),
		optional('ram:LineOne', line1),
		optional('ram:LineTwo', line2),
		optional('ram:CityName', city),
		element('ram:CountryID', country),
		optional('ram:CountrySubDivisionName', region),
	)

const registration = (id: string | null, scheme: 'VA' | 'FC') =>
	id === null ? '' : wrap('ram:SpecifiedTaxRegistration', element('ram:ID', id, `schemeID="${scheme}"`))

const NO_ADDRESS = { line1: '', line2: null, postcode: '', city: '', region: null }

function parties({ seller, buyer, tax }: Invoice): string {
	// If the sale is outside the scope of the tax, neither VAT ID is allowed (BR-O-02).
	const vatOf = (id: string | null) => (tax.kind === 'not_subject' ? null : id)
	return [
		wrap(
			'ram:SellerTradeParty',
			// A seller identifier is mandatory (BR-CO-26).
			optional('ram:ID', seller.vatId ?? seller.taxNumber),
			element('ram:Name', seller.name),
			postalAddress(seller.address),
			wrap('ram:URIUniversalCommunication', element('ram:URIID', seller.email, 'schemeID="EM"')),
			registration(vatOf(seller.vatId), 'VA'),
			registration(seller.taxNumber, 'FC'),
		),
		wrap(
			'ram:BuyerTradeParty',
			element('ram:Name', nameBuyer(buyer)),
			// A country is mandatory (BR-11): the seller's if the buyer's is unknown.
			postalAddress(buyer.address ?? { ...NO_ADDRESS, country: seller.address.country }),
			buyer.email === null ? '' : wrap('ram:URIUniversalCommunication', element('ram:URIID', buyer.email, 'schemeID="EM"')),
			registration(vatOf(buyer.vatId), 'VA'),
		),
	].join('')
}

const percent = ({ kind, rateBasisPoints }: Tax) =>
	kind === 'not_subject'
		? ''
		: element('ram:RateApplicablePercent', (rateBasisPoints / 100).toFixed(Number.isInteger(rateBasisPoints) ? 2 : 4))

/** Writes the exemption reason, which is forbidden if a rate applies, even 0% (BR-S-10, BR-Z-10). */
const exemption = ({ kind, reason }: Tax) => (kind === 'included' || kind === 'zero_rated' ? '' : optional('ram:ExemptionReason', reason))

function line({ item, itemNote, netCents, currency, tax }: Invoice): string {
	const net = decimalOf(netCents, currency)
	return wrap(
		'ram:IncludedSupplyChainTradeLineItem',
		wrap('ram:AssociatedDocumentLineDocument', element('ram:LineID', '1')),
		wrap('ram:SpecifiedTradeProduct', element('ram:Name', item), optional('ram:Description', itemNote)),
		wrap('ram:SpecifiedLineTradeAgreement', wrap('ram:NetPriceProductTradePrice', element('ram:ChargeAmount', net))),
		wrap('ram:SpecifiedLineTradeDelivery', element('ram:BilledQuantity', '1', 'unitCode="C62"')),
		wrap(
			'ram:SpecifiedLineTradeSettlement',
			wrap('ram:ApplicableTradeTax', element('ram:TypeCode', 'VAT'), element('ram:CategoryCode', CATEGORY[tax.kind]), percent(tax)),
			wrap('ram:SpecifiedTradeSettlementLineMonetarySummation', element('ram:LineTotalAmount', net)),
		),
	)
}

function settlement({ currency, netCents, taxCents, grossCents, tax, corrects }: Invoice): string {
	const amount = (name: string, cents: number, attributes = '') => element(`ram:${name}`, decimalOf(cents, currency), attributes)
	return wrap(
		'ram:ApplicableHeaderTradeSettlement',
		element('ram:InvoiceCurrencyCode', currency),
		wrap(
			'ram:ApplicableTradeTax',
			amount('CalculatedAmount', taxCents),
			element('ram:TypeCode', 'VAT'),
			exemption(tax),
			amount('BasisAmount', netCents),
			element('ram:CategoryCode', CATEGORY[tax.kind]),
			percent(tax),
		),
		wrap(
			'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
			amount('LineTotalAmount', netCents),
			amount('TaxBasisTotalAmount', netCents),
			amount('TaxTotalAmount', taxCents, `currencyID="${currency}"`),
			amount('GrandTotalAmount', grossCents),
			// Nothing is due: documents are issued after the money was received or returned.
			amount('TotalPrepaidAmount', grossCents),
			amount('DuePayableAmount', 0),
		),
		corrects === null
			? ''
			: wrap(
					'ram:InvoiceReferencedDocument',
					element('ram:IssuerAssignedID', corrects.number),
					day('ram:FormattedIssueDateTime', corrects.issuedOn, 'qdt'),
				),
	)
}

const note = (text: string) => wrap('ram:IncludedNote', element('ram:Content', text))

/** True if EN 16931 can express the document: two decimals at most, VAT, and both VAT IDs for a reverse charge (BR-AE-02). */
export const canWriteCii = ({ currency, tax, seller, buyer }: Pick<Invoice, 'currency' | 'tax' | 'seller' | 'buyer'>) =>
	decimalOf(0, currency).length <= '0.00'.length &&
	nameTax(tax) === 'VAT' &&
	(tax.kind !== 'reverse_charge' || (seller.vatId !== null && buyer.vatId !== null))

/** Writes a Cross Industry Invoice (UN/CEFACT D16B), profile "EN 16931" of Factur-X. */
export function writeCii(invoice: Invoice): string {
	const { kind, number, issuedOn, suppliedOn, orderId, isLive, replacedBy } = invoice
	return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice ${NAMESPACES}>${[
		wrap(
			'rsm:ExchangedDocumentContext',
			wrap('ram:GuidelineSpecifiedDocumentContextParameter', element('ram:ID', 'urn:cen.eu:en16931:2017')),
		),
		wrap(
			'rsm:ExchangedDocument',
			element('ram:ID', number),
			element('ram:TypeCode', TYPE[kind]),
			day('ram:IssueDateTime', issuedOn),
			isLive ? '' : note('Test mode: no money moved, and this isn’t an invoice.'),
			replacedBy === null ? '' : note(`Invoice ${replacedBy} replaces the corrected one.`),
		),
		wrap(
			'rsm:SupplyChainTradeTransaction',
			line(invoice),
			wrap(
				'ram:ApplicableHeaderTradeAgreement',
				parties(invoice),
				wrap('ram:SellerOrderReferencedDocument', element('ram:IssuerAssignedID', orderId)),
			),
			wrap('ram:ApplicableHeaderTradeDelivery', wrap('ram:ActualDeliverySupplyChainEvent', day('ram:OccurrenceDateTime', suppliedOn))),
			settlement(invoice),
		),
	].join('')}</rsm:CrossIndustryInvoice>\n`
}
