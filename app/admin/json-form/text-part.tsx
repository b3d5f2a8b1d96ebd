import { use, useEffect, useState } from 'react'

import { AmountBox } from '#app/admin/ui/amount-box.tsx'
import { PAGE_CHOICES } from '#app/admin/ui/page-choices.tsx'
import { Field } from '#app/ui/field.tsx'
import { currencySign } from '#domain/pricing/money.ts'
import type { FormPart } from '#server/console/content/json-form.ts'

import { ColorPicker } from './color-picker.tsx'
import { CommandIcons } from './commands.tsx'
import { FieldsContext, useFault } from './fields-context.ts'
import { FieldPlaceholders } from './values.tsx'

type Text = Extract<FormPart, { is: 'text' }>

/** Returns the currency sign of an amount. It follows the currency chosen in the same entry, even before that is saved. */
function useCurrencySign({ name, currency }: Text): string | null {
	const { revision } = use(FieldsContext)
	const [chosen, setChosen] = useState<string | null>(null)
	useEffect(() => {
		const choice = document.querySelector<HTMLSelectElement>(`select[name="s${name.slice(1).replace(/[^/]+$/, 'currency')}"]`)
		if (currency === null || !choice) return
		const update = () => setChosen(currencySign(choice.value))
		update()
		choice.addEventListener('change', update)
		return () => choice.removeEventListener('change', update)
	}, [name, currency, revision])
	return chosen ?? currency
}

function TextInput({ part, aria }: { part: Text; aria: object }) {
	const { revision } = use(FieldsContext)
	const { id, label, name, value, rows, isNumber, isColor, isLink, type, isReadOnly } = part
	const currency = useCurrencySign(part)
	const shared = {
		...aria,
		id,
		name,
		defaultValue: value,
		readOnly: isReadOnly,
		className: 'control read-only:bg-sunk read-only:text-soft',
	}
	if (rows !== null) return <textarea key={revision} {...shared} rows={rows} />
	// A date input would show an invalid date as empty, so it gets a text input.
	const shownAs = type === 'date' && value !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(value) ? 'text' : type
	const input = (
		<input
			key={revision}
			{...shared}
			list={isLink ? PAGE_CHOICES : undefined}
			type={shownAs}
			inputMode={isNumber ? 'decimal' : undefined}
		/>
	)
	if (currency !== null) return <AmountBox sign={currency}>{input}</AmountBox>
	if (!isColor) return input
	return (
		<div key={revision} className="flex gap-2">
			{input}
			<ColorPicker id={id} label={label} value={value} />
		</div>
	)
}

/** True for a command on an entry of a text list (move up, move down, remove), which is shown as an icon next to the entry. */
export const isEntryCommand = ({ value }: { value: string }) => /^(?:up|down|remove) \/.*\/\d+$/.test(value)

/** A text field and, in a list of texts, its buttons. */
function EntryInput({ part, aria }: { part: Text; aria: object }) {
	const { revision } = use(FieldsContext)
	const { mark, commands } = part
	const icons = commands.filter(isEntryCommand)
	const input = <TextInput part={part} aria={aria} />
	if (mark === undefined && icons.length === 0) return input
	return (
		<div className="flex flex-wrap items-start">
			{mark && (
				<input
					key={revision}
					type="radio"
					name={mark.name}
					value={mark.value}
					defaultChecked={mark.isChosen}
					className="tick mt-2.5 me-3"
					aria-label={mark.label}
					title={mark.label}
				/>
			)}
			{/* On phones, the buttons move below the field together. */}
			<div className="min-w-0 grow basis-52">{input}</div>
			{icons.length > 0 && (
				<div className="ms-auto flex">
					<CommandIcons commands={icons} />
				</div>
			)}
		</div>
	)
}

/**
 * Marks an empty required field, which isn't an error yet, as “(required)”. The mark is in the label, so it disappears
 * without moving the fields below.
 */
const MARK = "contents data-required:[&_label]:after:font-normal data-required:[&_label]:after:content-['_(required)']"

/** A text field with its mark, its buttons and the placeholders it may use. */
export function TextPart({ part }: { part: Text }) {
	const { id, label, name, hint, mayBeEmpty, isRequired, value, rows, isNumber, isColor, type } = part
	const { revision, values, below } = use(FieldsContext)
	const mayHoldValues = values.length > 0 && !isNumber && !isColor && type === 'text' && (rows !== null || value.includes('{'))
	return (
		<>
			<div className={MARK} data-required={(isRequired && value === '' && !part.commands.some(isEntryCommand)) || undefined}>
				<Field id={id} label={mayBeEmpty ? `${label} (optional)` : label} hint={hint} error={useFault(part)}>
					{(aria) => <EntryInput part={part} aria={aria} />}
				</Field>
			</div>
			{mayHoldValues && <FieldPlaceholders key={revision} id={id} label={label} text={value} values={values} />}
			{below?.name === name && below.content}
		</>
	)
}
