import { findRefusal } from './own-api.ts'

export function describeDownloadFailure(error: unknown): { title: string; description: string; variant: 'destructive' } {
	return {
		title: 'Download failed',
		description: findRefusal(error)?.message ?? 'We could not download the file. Please check your connection and try again.',
		variant: 'destructive',
	}
}
