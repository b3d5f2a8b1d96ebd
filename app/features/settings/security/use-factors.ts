import { useQuery } from '@tanstack/react-query'

import { requireValue } from '#app/lib/loaded.tsx'

import { listFactors } from './security-calls.ts'

/** Loads the account's second factors of both kinds. */
export const useFactors = () => useQuery({ queryKey: ['security', 'factors'], queryFn: async () => requireValue(await listFactors()) })
