type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Input before hydration, with the cursor position. `before`: the control's value in the HTML. */
type EarlyInput = { value: string; checked: boolean | undefined; before: string; caret: [number, number] | null }

declare global {
	interface Window {
		/** Controls used before hydration; null afterwards. Created by the script in the head. */
		launchwayTyped?: Map<Field, EarlyInput> | null
	}
}

/**
 * Records input before hydration for `replayEarlyInput`, because React misses those events and its first render overwrites controlled
 * fields. The handlers of the first render don't get the input either: that render doesn't know the URL's query, so a note would be saved
 * to the first section. A click on a slider counts even if its value stays the same, because it answers the question.
 */
export const recordEarlyInput =
	`window.launchwayTyped=new Map;["input","change","click","keyup"].forEach(function(n){addEventListener(n,function(e){var m=window.launchwayTyped,t=e.target;` +
	`if(!m||!t.matches||!t.matches("input,textarea,select"))return;var o=m.get(t);` +
	`if(n!="keyup"&&(n!="click"||/^(checkbox|radio|range)$/.test(t.type)))e.stopPropagation();` +
	`if(n!="input"&&!o&&t.type!="range")return;m.delete(t);` +
	`m.set(t,{value:t.value,checked:t.checked,before:o?o.before:t.defaultValue||"",caret:typeof t.selectionStart=="number"?[t.selectionStart,t.selectionEnd]:null})},true)});`

/** Replays input made before hydration as events that React handles. Called once, after hydration. */
export function replayEarlyInput(): void {
	const held = window.launchwayTyped ?? new Map<Field, EarlyInput>()
	window.launchwayTyped = null
	for (const [field, early] of held) if (field.isConnected) replay(field, early)
}

function replay(field: Field, { value, checked, before, caret }: EarlyInput) {
	const isTick = field.type === 'checkbox' || field.type === 'radio'
	if (isTick && field instanceof HTMLInputElement) {
		if (field.type === 'radio' && !checked) return
		// Set to the opposite first: the click toggles it back, and React compares with the value assigned last.
		field.checked = !checked
		field.click()
		return
	}
	if (field.type !== 'file') write(field, withRestored(field, { value, before }))
	field.dispatchEvent(new Event('input', { bubbles: true }))
	field.dispatchEvent(new Event('change', { bubbles: true }))
	if (caret && field === document.activeElement && !(field instanceof HTMLSelectElement)) {
		const shift = field.value.length - value.length
		field.setSelectionRange(caret[0] + shift, caret[1] + shift)
	}
}

/** Returns the text to write into a field. If a stored text has been restored since, it is kept, too. */
function withRestored(field: Field, { value, before }: Pick<EarlyInput, 'value' | 'before'>): string {
	const isProse = field instanceof HTMLTextAreaElement || field.type === 'text'
	const restored = field.value
	return isProse && restored !== '' && restored !== before && restored !== value ? `${restored} ${value}` : value
}

/** Assigns a different value first, because React ignores the event if the value equals the last assigned one. */
function write(field: Field, value: string) {
	const ownValue = Object.getOwnPropertyDescriptor(field, 'value')
	if (!(field instanceof HTMLSelectElement)) field.value = `${value}\u00A0`
	if (ownValue) delete (field as { value?: string }).value
	field.value = value
	if (ownValue) Object.defineProperty(field, 'value', ownValue)
}
