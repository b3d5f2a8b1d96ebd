export type ToastInput = { title: string; description?: string | undefined; variant?: 'default' | 'destructive' }
export type ToastEntry = Required<Pick<ToastInput, 'title' | 'variant'>> & { id: number; description: string | undefined }

const DEFAULT_MS = 7000
const DESTRUCTIVE_MS = 12_000
const MAX_AT_ONCE = 3

type Timer = { handle: ReturnType<typeof setTimeout> | null; remaining: number; startedAt: number }

let entries: readonly ToastEntry[] = []
let host: Element | null = null
let lastId = 0
const timers = new Map<number, Timer>()
const listeners = new Set<() => void>()

const announce = () => listeners.forEach((listener) => listener())

function run(id: number) {
	const timer = timers.get(id)
	if (!timer || timer.handle) return
	timer.startedAt = Date.now()
	timer.handle = setTimeout(() => dismissToast(id), timer.remaining)
}

/**
 * Shows a toast. `default` is announced politely (status), `destructive` immediately (alert). It doesn't close while hovered or
 * focused; at most three are visible. A success removes earlier errors; a toast replaces an older one with the same title.
 * @returns the ID for dismissToast
 */
export function toast({ title, description, variant = 'default' }: ToastInput): number {
	const id = ++lastId
	const kept = entries
		.filter((entry) => entry.title !== title && !(variant === 'default' && entry.variant === 'destructive'))
		.slice(-(MAX_AT_ONCE - 1))
	for (const entry of entries) if (!kept.includes(entry)) forget(entry.id)
	entries = [...kept, { id, title, description, variant }]
	timers.set(id, { handle: null, remaining: variant === 'destructive' ? DESTRUCTIVE_MS : DEFAULT_MS, startedAt: 0 })
	run(id)
	announce()
	return id
}

function forget(id: number) {
	const timer = timers.get(id)
	if (timer?.handle) clearTimeout(timer.handle)
	timers.delete(id)
}

export function dismissToast(id: number): void {
	forget(id)
	entries = entries.filter((entry) => entry.id !== id)
	announce()
}

/** Stops all toasts from closing until `resumeToasts`, because someone is reading. */
export function pauseToasts(): void {
	for (const timer of timers.values()) {
		if (!timer.handle) continue
		clearTimeout(timer.handle)
		timer.handle = null
		timer.remaining = Math.max(1000, timer.remaining - (Date.now() - timer.startedAt))
	}
}

export function resumeToasts(): void {
	for (const id of timers.keys()) run(id)
}

/**
 * Sets the element that contains the toasts. While a modal dialog is open, it must be the dialog, because the rest of the page is inert.
 */
export function setToastHost(element: Element | null): void {
	host = element
	announce()
}

export const readToasts = () => entries
export const readToastHost = () => host
export const NO_TOASTS: readonly ToastEntry[] = []

export function onToastChange(listener: () => void): () => void {
	listeners.add(listener)
	return () => listeners.delete(listener)
}
