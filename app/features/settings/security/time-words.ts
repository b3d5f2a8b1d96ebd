import { useQuery } from '@tanstack/react-query'

import { requireValue } from '#app/lib/loaded.tsx'

import { listFactors } from './security-calls.ts'

export const useFactors = () => useQuery({ queryKey: ['security', 'factors'], queryFn: async () => requireValue(await listFactors()) })

const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }

/** @param instant RFC 3339 timestamp */
export const formatShortDay = (instant: string): string => new Date(instant).toLocaleDateString('en-US', DAY)

export const formatShortTime = (instant: string): string => new Date(instant).toLocaleString('en-US', { ...DAY, timeStyle: 'short' })
