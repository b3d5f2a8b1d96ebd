import type { ReactNode } from 'react'

import { ActionForm, type ToField } from '#app/admin/ui/action-form.tsx'
import { ConfirmAmounts } from '#app/admin/ui/confirm-amounts.tsx'
import { FormSection } from '#app/admin/ui/form-section.tsx'
import { StateBadge, type Tone } from '#app/admin/ui/format.tsx'
import { useChosen } from '#app/admin/ui/shown-for-choice.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import type { CouponFormData, ListedCoupon, LowPrices } from '#server/console/coupons/coupons.ts'
import type { CouponFields } from '#server/console/coupons/read-coupon-form.ts'
import type { CouponState } from '#server/console/coupons/select-coupons.ts'

const TONES: Record<CouponState, Tone> = { active: 'good', scheduled: 'warn', 'used up': 'calm', expired: 'calm', ended: 'calm' }

export const CouponBadge = ({ state }: { state: CouponState }) => <StateBadge word={state} tone={TONES[state]} />

/** Formats the number of uses, such as `12 of 100`, with those reserved by open checkouts. */
export function formatUses({ paid, held, totalLimit }: Pick<ListedCoupon, 'paid' | 'held' | 'totalLimit'>): string {
	const inWords = (count: number) => count.toLocaleString('en-US')
	const limit = totalLimit === null ? '' : ` of ${inWords(totalLimit)}`
	return `${inWords(paid)}${limit}${held > 0 ? ` (${inWords(held)} in open checkouts)` : ''}`
}

type CouponFormProps = {
	action: string
	label: string
	form: CouponFormData
	/** Absent for a new coupon. */
	fields?: CouponFields
	chosen?: readonly string[]
	seen?: string
	beside?: ReactNode
}

type Typed = Readonly<Record<string, string>>
type PartProps = { values: Partial<Typed>; errors: Typed; form: CouponFormData; toField: ToField }

const Confirm = ({ prices }: LowPrices) => (
	<ConfirmAmounts title={`Sell at ${prices.length === 1 ? 'this price' : 'these prices'}?`} amounts={prices}>
		<p>The payment provider doesn’t accept card payments below about $0.50. Free orders need no card.</p>
	</ConfirmAmounts>
)

const OFF_HINTS = { percent: 'For example, 20 for 20%.', amount: 'For example, 10.00.', any: 'For example, 20 for 20%, or 10.00.' } as const

const Off = ({ values, toField, form: { currency } }: PartProps) => {
	// Without JavaScript, the choice isn't known.
	const chosen = useChosen('kind') ?? 'any'
	return (
		<div className="grid items-start gap-4 sm:grid-cols-2">
			<Select name="kind" label="Discount" hint="A percentage or a fixed amount" defaultValue={values.kind ?? 'percent'}>
				<option value="percent">Percent off</option>
				<option value="amount">{`Amount off (${currency})`}</option>
			</Select>
			<TextField
				{...toField('off')}
				label="Amount"
				hint={OFF_HINTS[chosen === 'amount' || chosen === 'percent' ? chosen : 'any']}
				inputMode="decimal"
				autoComplete="off"
				maxLength={20}
				required
			/>
		</div>
	)
}

function Offers({ values, errors, form: { offers }, chosen }: PartProps & { chosen: readonly string[] }) {
	return (
		<fieldset>
			<legend className="font-semibold">Applies to</legend>
			{offers.map(({ code, name }) => (
				<Checkbox key={code} name={`offer-${code}`} label={name} defaultChecked={chosen.includes(code)} />
			))}
			{errors.offers !== undefined && (
				<p role="alert" className="font-semibold text-danger-ink">
					{errors.offers}
				</p>
			)}
			{values.coupon === undefined && offers.length === 0 && <p>No offers yet.</p>}
		</fieldset>
	)
}

const Times = ({ toField, form: { zoneName } }: PartProps) => (
	<div className="grid items-start gap-4 sm:grid-cols-2">
		<TextField {...toField('from')} type="datetime-local" label={`Starts (${zoneName})`} hint="Leave empty to start now." />
		<TextField {...toField('until')} type="datetime-local" label={`Ends (${zoneName})`} hint="Leave empty for no end." />
	</div>
)

const Limits = ({ toField }: PartProps) => (
	<div className="grid items-start gap-4 sm:grid-cols-2">
		<TextField
			{...toField('total')}
			label="Total uses"
			hint="Leave empty for no limit."
			inputMode="numeric"
			autoComplete="off"
			maxLength={10}
		/>
		<TextField
			{...toField('each')}
			label="Uses per person"
			hint="If set, buyers have to sign in."
			inputMode="numeric"
			autoComplete="off"
			maxLength={10}
		/>
	</div>
)

/** Form for a coupon. If it is refused for a price below $1, submitting it again confirms the price. */
export function CouponForm({ action, label, form, fields, chosen, seen, beside }: CouponFormProps) {
	return (
		<ActionForm action={action} label={label} isGuarded beside={beside} {...(seen !== undefined && { hidden: { seen } })}>
			{({ typed, errors, shown, field }) => {
				const isTyped = typed.off !== undefined
				const values: Partial<Typed> = isTyped ? typed : (fields ?? {})
				const toField: ToField = (name) => ({ ...field(name), defaultValue: values[name] })
				const part = { values, errors, form, toField }
				const all = form.offers.map(({ code }) => code)
				return (
					<>
						{typeof shown === 'object' && shown !== null && <Confirm {...(shown as LowPrices)} />}
						<FormSection id="basics" title="Basics">
							{fields === undefined && (
								<TextField
									{...field('coupon')}
									label="Code"
									hint="Such as SPRING25: 3 to 32 letters from A to Z and digits"
									autoComplete="off"
									autoCapitalize="characters"
									maxLength={32}
									required
								/>
							)}
							<Off {...part} />
						</FormSection>
						<FormSection id="offers" title="Offers">
							<Offers {...part} chosen={isTyped ? all.filter((code) => typed[`offer-${code}`] !== undefined) : (chosen ?? all)} />
						</FormSection>
						<FormSection id="limits" title="Limits">
							<Times {...part} />
							<Limits {...part} />
						</FormSection>
					</>
				)
			}}
		</ActionForm>
	)
}
