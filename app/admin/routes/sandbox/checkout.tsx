import type { ComponentProps } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Alert, Callout } from '#app/ui/callout.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Field, TextField } from '#app/ui/field.tsx'
import { paths } from '#contracts/paths.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { CheckoutField } from '#server/http/sandbox/checkout-form.ts'
import type { SandboxPage } from '#server/http/sandbox/sandbox-page.ts'

type CheckoutProps = Extract<SandboxPage, { page: 'checkout' }>
type Form = Pick<CheckoutProps, 'values' | 'errors'>

type InputProps = Omit<ComponentProps<typeof TextField>, 'form'> & { form: Form; name: CheckoutField }

/** Text field of the checkout. The first invalid one gets focus. */
const Input = ({ form: { values, errors }, name, ...rest }: InputProps) => (
	<TextField
		type="text"
		{...rest}
		id={name}
		name={name}
		defaultValue={values[name]}
		error={errors[name]}
		autoFocus={Object.keys(errors)[0] === name}
	/>
)

const Group = ({ legend, children }: { legend: string } & ComponentProps<'fieldset'>) => (
	<fieldset className="grid min-w-0 gap-4">
		<legend className="mb-3 text-xl font-semibold">{legend}</legend>
		{children}
	</fieldset>
)

const Pair = ({ children }: ComponentProps<'div'>) => <div className="grid grid-cols-2 items-start gap-4">{children}</div>

const Card = ({ cards, ...form }: Form & Pick<CheckoutProps, 'cards'>) => (
	<Group legend="Card">
		<Disclosure summary="Test cards">
			<p className="mb-3 text-soft">
				This is the sandbox’s own payment page. It only accepts these cards and sends the shop the same signed messages as the real one.
				Press a button to fill in its card.
			</p>
			<ul className="grid grid-cols-2 gap-2" aria-label="Test cards">
				{cards.map(({ number, label }) => (
					<li key={number}>
						<button
							type="submit"
							name="action"
							value={`fill-${number}`}
							formNoValidate
							className="h-full w-full border border-line-strong bg-raised px-3 py-2 text-left hover:border-ink"
						>
							<b>{label}</b>
							<br />
							<span className="text-soft tabular-nums">{`… ${number.slice(-4)}`}</span>
						</button>
					</li>
				))}
			</ul>
		</Disclosure>
		<Input
			form={form}
			name="number"
			label="Card or account number"
			inputMode="numeric"
			autoComplete="cc-number"
			placeholder="4242 4242 4242 4242"
		/>
		<Pair>
			<Input form={form} name="expiry" label="Expiry date" inputMode="numeric" autoComplete="cc-exp" placeholder="MM / YY" />
			<Input form={form} name="cvc" label="Security code" inputMode="numeric" autoComplete="cc-csc" placeholder="CVC" />
		</Pair>
	</Group>
)

/** Fields for the billing address, shown when the shop issues invoices, as real providers do. */
const BillingAddress = (form: Form) => (
	<Group legend="Billing address">
		<Input form={form} name="name" label="Name" autoComplete="name" required hint="Of a person or company, as shown on the invoice." />
		<Input form={form} name="line1" label="Street and number" autoComplete="address-line1" required />
		<Pair>
			<Input form={form} name="postcode" label="Postal code" autoComplete="postal-code" required />
			<Input form={form} name="city" label="City" autoComplete="address-level2" required />
		</Pair>
		<Pair>
			<Input form={form} name="country" label="Country, two letters" autoComplete="country" maxLength={2} required />
			<Input form={form} name="taxId" label="VAT ID (companies)" autoComplete="off" />
		</Pair>
	</Group>
)

function PromotionCode({ view, values, errors }: Form & Pick<CheckoutProps, 'view'>) {
	if (!view.canTypeCode) return null
	if (view.code !== null)
		return (
			<Button type="submit" variant="quiet" name="action" value="remove-code" formNoValidate>
				{`Remove code ${view.code}`}
			</Button>
		)
	return (
		<Field id="code" label="Promotion code" error={errors.code}>
			{(aria) => (
				<div className="grid grid-cols-[1fr_auto] gap-2">
					<input
						{...aria}
						id="code"
						name="code"
						type="text"
						defaultValue={values.code}
						autoComplete="off"
						autoFocus={errors.code !== undefined}
						className="control"
					/>
					<Button type="submit" variant="secondary" name="action" value="apply-code" formNoValidate>
						Apply
					</Button>
				</div>
			)}
		</Field>
	)
}

const Line = ({ name, cents, currency, look = 'border-line' }: { name: string; cents: number; currency: string; look?: string }) => (
	<div className={`flex justify-between gap-4 border-b py-2.5 ${look}`}>
		<dt>{name}</dt>
		<dd className="whitespace-nowrap tabular-nums">{cents < 0 ? `-${formatMoney(-cents, currency)}` : formatMoney(cents, currency)}</dd>
	</div>
)

const Summary = ({ view, ...form }: Form & Pick<CheckoutProps, 'view'>) => {
	const { currency } = view
	return (
		<section aria-labelledby="summary-title" className="grid content-start gap-6">
			<h2 id="summary-title" className="text-xl">
				Your order
			</h2>
			<dl className="border-t-2 border-ink">
				{view.lines.map(({ description, quantity, amountCents }) => (
					<Line
						key={description}
						name={quantity > 1 ? `${description} × ${quantity}` : description}
						cents={amountCents}
						currency={currency}
					/>
				))}
				{view.discountCents > 0 && (
					<>
						<Line name="Subtotal" cents={view.subtotalCents} currency={currency} />
						<Line name={`Code ${view.code}`} cents={-view.discountCents} currency={currency} look="border-line text-accent-ink" />
					</>
				)}
				<Line name="Total" cents={view.totalCents} currency={currency} look="border-ink text-xl font-semibold" />
			</dl>
			<PromotionCode view={view} {...form} />
		</section>
	)
}

const Terms = ({ view, values, errors }: Form & Pick<CheckoutProps, 'view'>) => (
	<>
		{view.note !== null && (
			<Callout>
				<p>
					{`${view.note} `}
					<a href={paths.terms} target="_blank">
						Terms
					</a>
				</p>
			</Callout>
		)}
		{view.terms !== null && (
			<Checkbox
				id="terms"
				name="terms"
				value="accepted"
				required
				defaultChecked={values.terms === 'accepted'}
				label={view.terms}
				error={errors.terms}
			/>
		)}
	</>
)

/** The sandbox checkout. Enter presses a form's first button, so there is a hidden pay button before all others. */
export function Checkout({ view, values, errors, alert, notice, cards, csrf }: CheckoutProps) {
	const form = { values, errors }
	const isFree = view.totalCents === 0
	return (
		<>
			{alert !== null && <Alert>{alert}</Alert>}
			{notice !== null && <Callout role="status">{notice}</Callout>}
			<form method="post" action={`/sandbox/checkout/${view.id}`} noValidate className="grid gap-8 lg:grid-cols-[5fr_6fr] lg:gap-16">
				<button type="submit" name="action" value="pay" tabIndex={-1} aria-hidden="true" className="sr-only">
					Pay
				</button>
				<input type="hidden" name="csrf" value={csrf} />
				<Summary view={view} {...form} />
				<div className="grid content-start gap-7">
					<Group legend="Contact">
						<Input
							form={form}
							name="email"
							label="Email"
							type="email"
							autoComplete="email"
							required
							readOnly={view.fixedEmail !== null}
							className="read-only:bg-sunk"
							hint="Your receipt and access are sent to this address."
						/>
					</Group>
					{view.asksBilling && <BillingAddress {...form} />}
					{!isFree && <Card cards={cards} {...form} />}
					<Terms view={view} {...form} />
					<Button type="submit" size="lg" name="action" value="pay">
						{isFree ? 'Complete order' : `Pay ${formatMoney(view.totalCents, view.currency)}`}
					</Button>
					<Button type="submit" variant="quiet" name="action" value="cancel" formNoValidate>
						Cancel and go back
					</Button>
				</div>
			</form>
		</>
	)
}
