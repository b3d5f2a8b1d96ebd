import { useId, type ComponentProps, type ReactNode } from 'react'

import { fieldDescriptionIds } from './field.tsx'
import { useFormRefusal } from './server-part.ts'

export function Checkbox({
	label,
	hint,
	error: given,
	id,
	...rest
}: { label: ReactNode; hint?: string; error?: string | undefined } & ComponentProps<'input'>) {
	const generated = useId()
	const own = id ?? generated
	const refused = useFormRefusal(rest.name, given)
	const { error } = refused
	const { hintId, errorId, aria } = fieldDescriptionIds(own, { hint, error })
	const typed = refused.typed && { defaultChecked: refused.typed.defaultValue !== undefined, autoFocus: refused.typed.autoFocus }
	return (
		<div>
			<label htmlFor={own} className="flex min-h-11 items-center gap-3">
				<input {...rest} {...aria} {...typed} id={own} type="checkbox" className="tick" />
				<span>{label}</span>
			</label>
			{hint && (
				<p id={hintId} className="pl-9 text-soft">
					{hint}
				</p>
			)}
			{error && (
				<p id={errorId} className="pl-9 font-semibold text-danger-ink">
					{error}
				</p>
			)}
		</div>
	)
}

/** Answer option. Its whole row is clickable. */
export const CHOICE_CLASSES =
	'flex items-center gap-[.9rem] rounded-sm border-[length:var(--outline,2px)] bg-raised px-4 py-[.7rem] forced-colors:border-[ButtonText]'
export const CHOICE_STATE_CLASSES =
	'border-line-strong hover:border-ink has-checked:border-accent-ink has-checked:[box-shadow:inset_.35rem_0_0_var(--accent)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus) [&_:focus-visible]:outline-none'

type RadioGroupProps<T extends string> = {
	/** Question, used as the group's accessible name. */
	label: string
	options: readonly { value: T; label: ReactNode }[]
	value: T | null
	onChange: (value: T) => void
	/** Required in a form that works without JavaScript; otherwise generated. */
	name?: string
}

export function RadioGroup<T extends string>(props: RadioGroupProps<T>) {
	const { label, options, value, onChange, name } = props
	const id = useId()
	return (
		<div role="radiogroup" aria-labelledby={`${id}-label`} className="grid gap-3">
			<p id={`${id}-label`} className="text-lg font-semibold">
				{label}
			</p>
			{options.map((option) => (
				<label key={option.value} className={`${CHOICE_CLASSES} ${CHOICE_STATE_CLASSES} min-h-12`}>
					<input
						type="radio"
						name={name ?? id}
						value={option.value}
						checked={option.value === value}
						onChange={() => onChange(option.value)}
						className="tick"
					/>
					<span>{option.label}</span>
				</label>
			))}
		</div>
	)
}

const SWITCH = 'relative h-8 w-14 flex-none rounded-full border-2 transition-[background-color] duration-150 ease-[ease]'
const HANDLE =
	'after:absolute after:inset-y-[.2rem] after:left-[.2rem] after:aspect-square after:rounded-[50%] after:transition-[translate] after:duration-150 after:ease-[ease] forced-colors:border-[ButtonText] forced-colors:after:bg-[ButtonText] forced-colors:after:forced-color-adjust-none'
const SWITCH_ON = 'border-spruce-ink bg-spruce after:translate-x-6 after:bg-on-spruce'
const SWITCH_OFF = 'border-line-strong bg-raised after:bg-line-strong'

type SwitchProps = { label: string; hint?: string; checked: boolean; onChange: (checked: boolean) => void; disabled?: boolean }

/** Switch for a setting that takes effect immediately. */
export function Switch({ label, hint, checked, onChange, disabled = false }: SwitchProps) {
	const id = useId()
	return (
		<div className="flex min-h-11 items-center justify-between gap-6">
			<div className="min-w-0 break-words">
				<span id={id} className="font-semibold">
					{label}
				</span>
				{hint && (
					<p id={`${id}-hint`} className="text-soft">
						{hint}
					</p>
				)}
			</div>
			<button
				type="button"
				role="switch"
				aria-checked={checked}
				aria-labelledby={id}
				aria-describedby={hint ? `${id}-hint` : undefined}
				disabled={disabled}
				className={`${SWITCH} ${HANDLE} ${checked ? SWITCH_ON : SWITCH_OFF}`}
				onClick={() => onChange(!checked)}
			/>
		</div>
	)
}
