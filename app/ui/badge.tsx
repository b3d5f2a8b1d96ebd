import type { ReactNode } from 'react'

const TONES = {
	plain: 'text-soft',
	accent: 'text-accent-ink',
	good: 'text-spruce-ink',
	sun: 'border-sun bg-sun text-on-sun',
	danger: 'text-danger-ink',
}

export function Badge({ tone = 'plain', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
	return <span className={`badge ${TONES[tone]}`}>{children}</span>
}
