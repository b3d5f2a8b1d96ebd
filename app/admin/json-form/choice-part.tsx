import { type ReactNode, use } from 'react'

import { Checkbox } from '#app/ui/choice.tsx'
import { fieldDescriptionIds, Field, Options } from '#app/ui/field.tsx'
import type { CheckboxField } from '#server/console/content/check-boxes.ts'
import type { FormPart } from '#server/console/content/json-form.ts'

import { FieldsContext, useFault } from './fields-context.ts'

type CheckBoxesProps = { part: Extract<FormPart, { is: 'checks' }>; revision: number; children: ReactNode }

const SWITCH =
	"relative h-7 w-12 flex-none cursor-pointer appearance-none rounded-full border-2 border-line-strong bg-raised after:absolute after:inset-y-[.15rem] after:left-[.15rem] after:aspect-square after:rounded-full after:bg-line-strong after:content-[''] checked:border-spruce-ink checked:bg-spruce checked:after:translate-x-5 checked:after:bg-on-spruce forced-colors:appearance-auto forced-colors:after:hidden"

/** Has no `aria-checked`: a static value would contradict the checkbox as soon as it is toggled. */
const AS_SWITCH = { type: 'checkbox', role: 'switch' } as const

/** Switch for a list that names what is off. Turned on, its empty value overrides the hidden field before it, which names the entry. */
const OffSwitch = ({ box: { id, name, value, label, about, isChecked } }: { box: CheckboxField }) => (
	<>
		<input type="hidden" name={name} value={value} />
		<label htmlFor={id} className="flex min-h-11 cursor-pointer items-center justify-between gap-6 border-b border-line py-2">
			<span className="min-w-0">
				<span id={`${id}-label`}>{label}</span>
				<small id={`${id}-about`} className="block text-soft">
					{about}
				</small>
			</span>
			<input
				id={id}
				name={name}
				value=""
				{...AS_SWITCH}
				className={SWITCH}
				defaultChecked={!isChecked}
				aria-labelledby={`${id}-label`}
				aria-describedby={`${id}-about`}
			/>
		</label>
	</>
)

export const CheckBoxes = ({ part: { id, label, hint, fault, boxes, areSwitches = false }, revision, children }: CheckBoxesProps) => (
	<fieldset id={id} className="scroll-mt-18">
		<legend className="font-semibold">{label}</legend>
		{hint !== undefined && <p className="text-soft">{hint}</p>}
		{fault !== undefined && <p className="font-semibold text-danger-ink">{fault}</p>}
		{children}
		{boxes.map((box) =>
			areSwitches ? (
				<OffSwitch key={`${revision} ${box.name}`} box={box} />
			) : (
				<Checkbox
					key={`${revision} ${box.name}`}
					id={box.id}
					name={box.name}
					value={box.value}
					label={box.label}
					defaultChecked={box.isChecked}
				/>
			),
		)}
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
