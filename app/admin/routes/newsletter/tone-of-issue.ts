import type { Tone } from '#app/admin/ui/format.tsx'

const TONES: Readonly<Record<string, Tone>> = {
	draft: 'calm',
	scheduled: 'warn',
	sending: 'warn',
	paused: 'warn',
	stopped: 'bad',
	sent: 'good',
}

export const toneOfIssue = (state: string): Tone => TONES[state] ?? 'calm'
