import { type ReactNode, use } from 'react'

import { Checkbox } from '#app/ui/choice.tsx'
import { fieldDescriptionIds, Field, Options } from '#app/ui/field.tsx'
import type { FormPart } from '#server/console/content/json-form.ts'

import { FieldsContext, useFault } from './fields-context.ts'

type CheckBoxesProps = { part: Extract<FormPart, { is: 'checks' }>; revision: number; children: ReactNode }

export const CheckBoxes = ({ part: { id, label, hint, fault, boxes }, revision, children }: CheckBoxesProps) => (
	<fieldset id={id}>
		<legend className="font-semibold">{label}</legend>
		{hint !== undefined && <p className="text-soft">{hint}</p>}
		{fault !== undefined && <p className="font-semibold text-danger-ink">{fault}</p>}
		{children}
		{boxes.map((box) => (
			<Checkbox
				key={`${revision} ${box.name}`}
				id={box.id}
				name={box.name}
				value={box.value}
				label={box.label}
				defaultChecked={box.isChecked}
			/>
		))}
	</fieldset>
)

type Choice = { part: Extract<FormPart, { is: 'choice' }> }

/** Maximum options shown as radio buttons; more are shown as a select. */
const MAX_RADIOS = 3

function Radios({ part }: Choice) {
	const { revision } = use(FieldsContext)
	const { id, label, hint, name, value, options } = part
	const { hintId, errorId, aria } = fieldDescriptionIds(id, { hint, error: useFault(part) })
	const fault = useFault(part)
	return (
		<fieldset id={id} key={revision} className="grid gap-1.5" {...aria}>
			<legend className="font-semibold">{label}</legend>
			{hint !== undefined && (
				<p id={hintId} className="text-soft">
					{hint}
				</p>
			)}
			{options.map(([each, words]) => (
				<label key={each} className="flex min-h-11 items-center gap-3">
					<input type="radio" name={name} value={each} defaultChecked={each === value} className="tick" />
					<span>{words}</span>
				</label>
			))}
			{fault !== undefined && (
				<p id={errorId} className="font-semibold text-danger-ink">
					{fault}
				</p>
			)}
		</fieldset>
	)
}

export function ChoicePart({ part }: Choice) {
	const { revision } = use(FieldsContext)
	const { id, label, hint, name, value, options } = part
	const fault = useFault(part)
	if (options.length > 1 && options.length <= MAX_RADIOS) return <Radios part={part} />
	return (
		<Field id={id} label={label} hint={hint} error={fault}>
			{(aria) => (
				<select key={revision} {...aria} id={id} name={name} defaultValue={value} className="control">
					<Options options={options} />
				</select>
			)}
		</Field>
	)
}
