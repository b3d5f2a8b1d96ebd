export const toneOfApplication = (status: string) => (status === 'new' ? 'warn' : 'calm')
