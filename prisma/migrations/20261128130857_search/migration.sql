-- CreateTable
CREATE TABLE "search_pages" (
    "space_id" TEXT NOT NULL,
    "page" TEXT NOT NULL,
    "part" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "source" TEXT,
    "source_start" INTEGER NOT NULL,
    "names" tsvector NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "search_pages_pkey" PRIMARY KEY ("space_id","page","part")
);

-- Those that are ranked best are read for the places of words, and taking them apart takes longer
-- than reading what is not packed.
ALTER TABLE "search_pages" ALTER COLUMN "words" SET STORAGE EXTERNAL;

-- Words are looked up by their beginnings and ends: in the order of their bytes.
CREATE TABLE "search_words" (
    "space_id" TEXT NOT NULL,
    "word" TEXT COLLATE "C" NOT NULL,
    "written" TEXT COLLATE "C" NOT NULL,
    "reversed" TEXT COLLATE "C" NOT NULL,
    "pages" INTEGER NOT NULL,

    CONSTRAINT "search_words_pkey" PRIMARY KEY ("space_id","word","written")
);

-- Without a list of what is still to be put in, which every search would have to read.
CREATE INDEX "search_pages_words_idx" ON "search_pages" USING GIN ("words") WITH (fastupdate = off);

-- CreateIndex
CREATE INDEX "search_words_space_id_reversed_idx" ON "search_words"("space_id", "reversed");
