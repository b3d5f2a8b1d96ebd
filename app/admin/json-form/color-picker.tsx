import { useEffect, useRef } from 'react'

const HEX_COLOR = /^#[\da-f]{6}$/i

/** Color input that writes into the neighboring text field, which is the only one submitted. Invalid colors stay as typed. */
export function ColorPicker({ id, label, value }: { id: string; label: string; value: string }) {
	const picker = useRef<HTMLInputElement>(null)
	useEffect(() => {
		const text = document.getElementById(id)
		const own = picker.current
		if (!(text instanceof HTMLInputElement) || !own) return
		const follow = () => {
			if (HEX_COLOR.test(text.value)) own.value = text.value
		}
		const write = () => {
			text.value = own.value
		}
		follow()
		own.hidden = false
		own.addEventListener('input', write)
		text.addEventListener('input', follow)
		return () => {
			own.removeEventListener('input', write)
			text.removeEventListener('input', follow)
		}
	}, [id])
	return (
		<input
			ref={picker}
			type="color"
			className="control w-16 flex-none p-1"
			defaultValue={HEX_COLOR.test(value) ? value : '#000000'}
			aria-label={`Choose a color: ${label}`}
			hidden
		/>
	)
}
