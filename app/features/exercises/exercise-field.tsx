import { useState } from 'react'

import { Select, TextArea, TextField } from '#app/ui/field.tsx'
import { Slider } from '#app/ui/slider.tsx'
import type { Slot } from '#domain/exercises/exercise-slots.ts'
import { isFigure, type ExerciseField as Asked } from '#domain/exercises/exercise.ts'
import { readFigure } from '#domain/exercises/figure-text.ts'
import { MAX_FIELD_LENGTH } from '#domain/exercises/filled-exercise.ts'

import type { ExerciseInputs } from './exercise-form.tsx'

/** Opens the numeric keyboard on phones, but accepts any text, so that a typo can be reported instead of being dropped. */
const asFigure = { inputMode: 'decimal', autoComplete: 'off' } as const

/** Returns an error for text that isn't a number; undefined if the field is empty or the learner is still typing. */
export const findNumberError = (type: string, value: string, isTyping: boolean): string | undefined =>
	isFigure(type) && value !== '' && !isTyping && readFigure(value) === null ? 'Enter a number, such as 1200 or 12.50.' : undefined

const hintOf = (asked: Asked) => {
	const example = 'example' in asked && asked.example !== undefined ? `For example: ${asked.example}` : undefined
	return [asked.hint, example].filter(Boolean).join(' ') || undefined
}

export function ExerciseField({ id, answers }: { id: string; answers: ExerciseInputs }) {
	const slot = answers.slots.get(id)
	if (!slot) return null
	const asked = slot.asked as Asked
	const shown = answers.values.get(id) ?? (asked.type === 'slider' ? String(asked.start) : '')
	return (
		<div>
			<div className="screen-only">
				<Control slot={slot} asked={asked} value={shown} onEnter={answers.onEnter} />
			</div>
			<div className="exercise-paper hidden print:block">
				<span>{slot.label}</span>
				<p className={`border-b border-ink whitespace-pre-wrap wrap-anywhere ${asked.type === 'long' ? 'min-h-20' : 'min-h-[1.6rem]'}`}>
					{shown}
				</p>
			</div>
		</div>
	)
}

function Control({ slot, asked, value, onEnter }: { slot: Slot; asked: Asked; value: string; onEnter: ExerciseInputs['onEnter'] }) {
	const [isTyping, setTyping] = useState(false)
	const common = { label: slot.label, hint: hintOf(asked) }
	const take = (event: { target: { value: string } }) => onEnter(slot, event.target.value)
	switch (asked.type) {
		case 'long':
			return <TextArea {...common} rows={4} maxLength={MAX_FIELD_LENGTH} value={value} onChange={take} />
		case 'choice':
			return (
				<Select {...common} value={value} onChange={take} emptyLabel="Not chosen">
					{asked.options.map((option) => (
						<option key={option}>{option}</option>
					))}
				</Select>
			)
		case 'slider': {
			const { min, max, step } = asked
			const { label, hint } = common
			return (
				<Slider
					label={label}
					{...(hint && { hint })}
					min={min}
					max={max}
					step={step}
					value={Number(value)}
					onChange={(next) => onEnter(slot, String(next))}
				/>
			)
		}
		default:
			return (
				<TextField
					{...common}
					{...(isFigure(asked.type) ? { ...asFigure, className: 'max-w-48' } : {})}
					error={findNumberError(asked.type, value, isTyping)}
					maxLength={MAX_FIELD_LENGTH}
					value={value}
					onChange={take}
					onFocus={() => setTyping(true)}
					onBlur={() => setTyping(false)}
				/>
			)
	}
}
