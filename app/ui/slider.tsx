import { useEffect, useId, useRef, type KeyboardEvent } from 'react'

type SliderProps = {
	label: string
	min: number
	max: number
	step?: number
	/** Null while unanswered: the handle is hollow and at `min`; any press selects a value, even `min`. */
	value: number | null
	onChange: (value: number) => void
	valueText?: string
	hint?: string
	ends?: readonly [low: string, high: string]
	/** True for a button per step, so that one tap selects a value. For short scales. */
	withSteps?: boolean
}

const MOVES_BACK = ['ArrowLeft', 'ArrowDown', 'Home', 'PageDown']

/** Range slider. Shift+arrow and Page keys move ten steps, which native range inputs don't do in every browser. */
export function Slider({ label, min, max, step = 1, value, onChange, valueText, hint, ends, withSteps = false }: SliderProps) {
	const id = useId()
	const input = useRef<HTMLInputElement>(null)
	const isOpen = value === null
	const latest = useRef({ isOpen, onChange })
	useEffect(() => {
		latest.current = { isOpen, onChange }
	})
	// React ignores an input event whose value equals the rendered one; for an unanswered slider that is an answer.
	useEffect(() => {
		const element = input.current
		const take = () => element && latest.current.isOpen && latest.current.onChange(element.valueAsNumber)
		element?.addEventListener('input', take)
		return () => element?.removeEventListener('input', take)
	}, [])

	const shown = value ?? min
	const big = step * 10
	function onKeyDown(event: KeyboardEvent) {
		const forward = event.key === 'PageUp' || (event.shiftKey && (event.key === 'ArrowRight' || event.key === 'ArrowUp'))
		const back = event.key === 'PageDown' || (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowDown'))
		if (isOpen && MOVES_BACK.includes(event.key)) onChange(min)
		if (!forward && !back) return
		event.preventDefault()
		onChange(Math.min(max, Math.max(min, shown + (forward ? big : -big))))
	}
	return (
		<div className="slider-field" data-open={isOpen || undefined}>
			<div className="flex justify-between gap-4 font-semibold">
				<label htmlFor={id}>{label}</label>
				<output htmlFor={id} className="shrink-0">
					{valueText ?? (isOpen ? 'Not answered' : shown)}
				</output>
			</div>
			{hint && (
				<p id={`${id}-hint`} className="text-soft">
					{hint}
				</p>
			)}
			<input
				ref={input}
				id={id}
				type="range"
				min={min}
				max={max}
				step={step}
				value={shown}
				aria-valuetext={valueText ?? (isOpen ? 'Not answered' : undefined)}
				aria-describedby={hint ? `${id}-hint` : undefined}
				className="slider"
				onChange={(event) => onChange(event.target.valueAsNumber)}
				onClick={() => isOpen && onChange(input.current?.valueAsNumber ?? min)}
				onKeyDown={onKeyDown}
			/>
			{withSteps && <SliderSteps min={min} max={max} step={step} value={value} onChange={onChange} />}
			{ends && (
				<p className="flex justify-between gap-6 text-soft">
					<span>{ends[0]}</span>
					<span className="text-right">{ends[1]}</span>
				</p>
			)}
		</div>
	)
}

type SliderStepsProps = Required<Pick<SliderProps, 'min' | 'max' | 'step' | 'value' | 'onChange'>>

/** Buttons for the slider's values. They aren't in the tab order: the slider selects the same values with the keyboard. */
function SliderSteps({ min, max, step, value, onChange }: SliderStepsProps) {
	const steps = Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, index) => min + index * step)
	return (
		<div className="slider-steps">
			{steps.map((each) => (
				<button
					key={each}
					type="button"
					tabIndex={-1}
					aria-label={`Rate ${each}`}
					aria-pressed={each === value}
					onClick={() => onChange(each)}
				>
					{each}
				</button>
			))}
		</div>
	)
}
