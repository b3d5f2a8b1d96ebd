import type { Tone } from '#app/admin/ui/format.tsx'

export const toneOfMail = (status: string): Tone =>
	status === 'sent' ? 'good' : status === 'queued' || status === 'suppressed' ? 'calm' : 'bad'
