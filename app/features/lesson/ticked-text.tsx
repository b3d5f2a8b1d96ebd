import { type ReactNode, useEffect, useRef } from 'react'

export type Ticks = {
	/** Names of the boxes ticked. */
	ticked: ReadonlySet<string>
	onTick: (box: string, isDone: boolean) => void
}

/** A text whose checklists can be ticked. The boxes are part of the server-rendered HTML, so they are set and listened to outside React. */
export function TickedText({ html, ticked, onTick, children }: Ticks & { html: string; children: ReactNode }) {
	const frame = useRef<HTMLDivElement>(null)
	useEffect(() => {
		for (const box of frame.current?.querySelectorAll<HTMLInputElement>('input[data-box]') ?? [])
			box.checked = ticked.has(box.dataset.box ?? '')
	}, [html, ticked])
	useEffect(() => {
		const element = frame.current
		const onChange = ({ target }: Event) => {
			if (target instanceof HTMLInputElement && target.dataset.box) onTick(target.dataset.box, target.checked)
		}
		element?.addEventListener('change', onChange)
		return () => element?.removeEventListener('change', onChange)
	}, [onTick])
	return <div ref={frame}>{children}</div>
}
