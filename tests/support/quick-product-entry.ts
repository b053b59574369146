import { keepReaders } from './lasting-readers.ts'
import { rememberScrypt } from './quick-scrypt.ts'

/** Loaded before the product that journeys share: many files are read there and many people register. Products that start and end are as they are. */
keepReaders()
rememberScrypt()
