import { useId, type KeyboardEvent } from 'react'

type SliderProps = {
	label: string
	min: number
	max: number
	step?: number
	value: number
	onChange: (value: number) => void
	valueText?: string
}

/** Native range; Shift+arrow and Page keys move ten steps, as the native control does not everywhere. */
export function Slider({ label, min, max, step = 1, value, onChange, valueText }: SliderProps) {
	const id = useId()
	const big = step * 10
	function onKeyDown(event: KeyboardEvent) {
		const forward = event.key === 'PageUp' || (event.shiftKey && (event.key === 'ArrowRight' || event.key === 'ArrowUp'))
		const back = event.key === 'PageDown' || (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowDown'))
		if (!forward && !back) return
		event.preventDefault()
		onChange(Math.min(max, Math.max(min, value + (forward ? big : -big))))
	}
	return (
		<div>
			<div className="flex justify-between gap-4 font-semibold">
				<label htmlFor={id}>{label}</label>
				<output htmlFor={id}>{valueText ?? value}</output>
			</div>
			<input
				id={id}
				type="range"
				min={min}
				max={max}
				step={step}
				value={value}
				aria-valuetext={valueText}
				className="slider"
				onChange={(event) => onChange(event.target.valueAsNumber)}
				onKeyDown={onKeyDown}
			/>
		</div>
	)
}
