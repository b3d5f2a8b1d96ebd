import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm, type FormField } from '#app/admin/ui/action-form.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { TAX_KINDS, type TaxKind } from '#domain/invoices/invoice.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { readInvoiceToCorrect } from '#server/console/orders/orders.ts'

export const loader = createLoader(readInvoiceToCorrect)

type Correction = Awaited<ReturnType<typeof loader>>

const BUYER: readonly FormField[] = [
	{ name: 'name', label: 'Name of the person or company' },
	{ name: 'line1', label: 'Address', isRequired: false },
	{ name: 'line2', label: 'Address line 2', isRequired: false },
	{ name: 'postcode', label: 'Postal code', isRequired: false },
	{ name: 'city', label: 'City', isRequired: false },
	{ name: 'region', label: 'State or province', isRequired: false },
	{ name: 'country', label: 'Country', isRequired: false },
	{ name: 'vatId', label: 'VAT ID', hint: 'With its country code, such as DE123456789.', isRequired: false },
]

const KINDS: Readonly<Record<TaxKind, string>> = {
	included: 'Tax included, at the rate below',
	reverse_charge: 'Reverse charge: the buyer accounts for it',
	zero_rated: 'Taxed at 0%',
	exempt: 'Exempt',
	not_subject: 'Not subject to tax',
}

const OPTIONS = TAX_KINDS.map((kind) => [kind, KINDS[kind]] as const)

const listTaxFields = (isFirst: boolean): FormField[] => [
	{ name: 'taxKind', label: 'Tax treatment', options: isFirst ? [['', 'Choose one'], ...OPTIONS] : OPTIONS },
	{
		name: 'taxRate',
		label: 'Tax rate (%)',
		hint: 'Such as 19 or 5.5.',
		isRequired: false,
		onlyFor: { name: 'taxKind', values: ['included'] },
	},
	{ name: 'taxCountry', label: 'Tax country', hint: 'If it isn’t the seller’s.', isRequired: false },
	{
		name: 'taxReason',
		label: 'Why there’s no tax, as shown on the invoice',
		hint: 'For example, “Reverse charge: the buyer accounts for the VAT.”',
		isRequired: false,
		onlyFor: { name: 'taxKind', values: TAX_KINDS.filter((kind) => kind !== 'included') },
	},
]

const First = ({ order }: Correction) => (
	<p>
		{`The payment provider didn’t report how this sale is taxed, so there’s no invoice yet. Look up the payment in the provider’s dashboard and enter its tax here. It’s part of the ${formatMoney(order.totalCents, order.currency)} that the buyer paid.`}
	</p>
)

const Explanation = ({ order, invoice }: Correction & { invoice: NonNullable<Correction['invoice']> }) => (
	<>
		<p>
			{'Invoices can’t be edited. A new one with its own number replaces '}
			<span className="whitespace-nowrap">{invoice.number}</span>
			{` (${formatMoney(invoice.grossCents, order.currency)}, ${invoice.tax}), and a credit note cancels the old one. No money moves.`}
		</p>
		<p>
			{
				'You can correct the buyer and the tax, but not the total, because the buyer paid it; a different tax is part of the same total. To lower the total, make '
			}
			<Link to={`${consolePaths.orders}/${order.id}`}>a refund</Link>
			{', which creates its own credit note. The payment provider’s tax reports don’t change.'}
		</p>
	</>
)

export default function CorrectInvoicePage() {
	const shown = useLoaderData<typeof loader>()
	const { order, invoice, countries } = shown
	const known: Readonly<Record<string, string>> = shown.known
	const path = `${consolePaths.orders}/${order.id}`
	const fields = [...BUYER, ...listTaxFields(invoice === null)].map((field) => ({
		...field,
		value: known[field.name] ?? '',
		...(/country/i.test(field.name) && { options: countries }),
		maxLength: 200,
	}))
	return (
		<Page title={invoice ? 'Correct invoice' : 'Create invoice'}>
			<p>
				<Link to={path}>{`Order ${orderNumber(order.id)}`}</Link>
			</p>
			{invoice ? <Explanation {...shown} invoice={invoice} /> : <First {...shown} />}
			<ActionForm
				action={`${path}/correct-invoice`}
				label={invoice ? 'Issue invoice and credit note' : 'Create invoice'}
				fields={[
					...fields,
					{ name: 'reason', label: 'Reason', hint: 'Required. Kept in the activity log, not shown on the invoice.', maxLength: 500 },
				]}
				isGuarded
				note={`This is final. The buyer finds ${invoice ? 'both' : 'it'} on their order page. To notify them, resend the receipt.`}
			>
				{/** ID of the invoice when the form was opened. If it has been replaced since, the form is refused until the page is reloaded. */}
				{({ typed }) => <input type="hidden" name="invoice" value={typed.invoice ?? invoice?.id ?? ''} />}
			</ActionForm>
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
