/** Names of the two caches that the page fills and the worker answers from. */
export const KEPT_PAGES = 'launchway-kept-pages'
export const KEPT_FILES = 'launchway-kept-files'

/** Built by vite.worker.config.ts. At the root, so that it may answer for each page. */
export const WORKER = '/offline-worker.js'
/** Shown by the worker for a page that is not on the device (app/routes/learning/offline.tsx). */
export const AWAY_PAGE = '/offline'
export const FILE_LIST = '/offline-files.json'

/** Current scripts, styles and fonts of the site, and their size in bytes. */
export type FileList = { files: string[]; bytes: number }

/** In a cache an address is found whatever its query and headers are. */
export const LOOSELY = { ignoreSearch: true, ignoreVary: true }
