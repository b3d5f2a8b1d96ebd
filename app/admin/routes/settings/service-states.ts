export const SERVICE_STATES = {
	configured: { word: 'configured', tone: 'good' },
	sandbox: { word: 'sandbox', tone: 'warn' },
	off: { word: 'not set up', tone: 'calm' },
} as const
