import { useEffect, useId, useRef, type KeyboardEvent } from 'react'

type SliderProps = {
	label: string
	min: number
	max: number
	step?: number
	/** Null if unanswered: the handle is hollow and at `min`, and any press selects a value, even `min`. */
	value: number | null
	onChange: (value: number) => void
	valueText?: string
	hint?: string
	ends?: readonly [low: string, high: string]
	/** True to show a button per step, so that one tap selects a value; in two columns if there is space. For short scales. */
	withSteps?: boolean
	/** True to hide the hint where sections are collapsed by script. */
	isHintFolded?: boolean
}

/** Classes of a slider with steps. */
const STEPPED = {
	field: 'lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr] lg:gap-x-12',
	hint: 'lg:col-start-1 lg:row-start-2 lg:row-end-4',
	// Aligns the numbers with the native handle, whose center doesn't reach the track's ends.
	slider: 'mx-[.85rem] w-[calc(100%-1.7rem)] max-lg:mt-[.35rem] max-lg:block max-lg:h-5 lg:col-start-2 lg:row-start-1',
	steps: 'flex justify-between max-lg:-mt-[.15rem] max-lg:-mb-[.35rem] lg:col-start-2 lg:row-start-2',
	ends: 'lg:col-start-2 lg:row-start-3',
	// On narrow screens, the step buttons show that nothing is selected, so the text is hidden.
	open: { output: 'font-normal text-soft max-lg:sr-only', slider: 'accent-line-strong' },
}

const MOVES_BACK = ['ArrowLeft', 'ArrowDown', 'Home', 'PageDown']

/** Range slider. Shift+arrow and Page keys move ten steps, which native range inputs don't do in every browser. */
export function Slider({
	label,
	min,
	max,
	step = 1,
	value,
	onChange,
	valueText,
	hint,
	ends,
	withSteps = false,
	isHintFolded = false,
}: SliderProps) {
	const id = useId()
	const input = useRef<HTMLInputElement>(null)
	const isOpen = value === null
	const latest = useRef({ isOpen, onChange })
	useEffect(() => {
		latest.current = { isOpen, onChange }
	})
	// Uses a native listener: React ignores an input event whose value equals the rendered one, but on an unanswered slider it is an answer.
	useEffect(() => {
		const element = input.current
		const take = () => element && latest.current.isOpen && latest.current.onChange(element.valueAsNumber)
		element?.addEventListener('input', take)
		return () => element?.removeEventListener('input', take)
	}, [])

	const look = withSteps ? STEPPED : null
	const openLook = isOpen ? look?.open : null
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
		<div className={look?.field}>
			<div className="flex justify-between gap-4 font-semibold">
				<label htmlFor={id}>{label}</label>
				<output htmlFor={id} className={`shrink-0 ${openLook?.output ?? ''}`}>
					{valueText ?? (isOpen ? 'Not answered' : shown)}
				</output>
			</div>
			{hint && (
				<p id={`${id}-hint`} className={`text-soft ${isHintFolded ? 'folded:hidden' : ''} ${look?.hint ?? ''}`}>
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
				className={`h-11 ${look?.slider ?? 'w-full'} ${openLook?.slider ?? 'accent-accent'}`}
				onChange={(event) => onChange(event.target.valueAsNumber)}
				onClick={() => isOpen && onChange(input.current?.valueAsNumber ?? min)}
				onKeyDown={onKeyDown}
			/>
			{withSteps && <SliderSteps min={min} max={max} step={step} value={value} onChange={onChange} />}
			{ends && (
				<p className={`flex justify-between gap-6 text-soft ${look?.ends ?? ''}`}>
					<span>{ends[0]}</span>
					<span className="text-right">{ends[1]}</span>
				</p>
			)}
		</div>
	)
}

type SliderStepsProps = Required<Pick<SliderProps, 'min' | 'max' | 'step' | 'value' | 'onChange'>>

/** Buttons for the slider's values. They are skipped by Tab, because keyboard users have the slider. */
function SliderSteps({ min, max, step, value, onChange }: SliderStepsProps) {
	const steps = Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, index) => min + index * step)
	return (
		<div className={STEPPED.steps}>
			{steps.map((each) => (
				<button
					key={each}
					type="button"
					tabIndex={-1}
					aria-label={`Rate ${each}`}
					aria-pressed={each === value}
					className={`min-h-11 min-w-[min(2.75rem,20%)] rounded-[50%] border-2 font-semibold tabular-nums hover:border-line-strong ${each === value ? 'border-accent bg-accent text-on-accent' : 'border-transparent'}`}
					onClick={() => onChange(each)}
				>
					{each}
				</button>
			))}
		</div>
	)
}
